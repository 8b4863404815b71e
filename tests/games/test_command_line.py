"""``python -m games`` as a person or a program uses it."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from games import catalogue
from games.__main__ import main
from games.notation import Record, replay
from tests.games.tables import VARIANTS, random_play


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command: (exit code, standard output, standard error)."""

    def command(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def test_list_names_every_game_and_its_variants(run):
    code, out, _ = run("list")
    assert code == 0
    assert len(out.splitlines()) == len(catalogue.classes())
    assert "the-olga" in out
    assert "one-redeal" in out
    listed = json.loads(run("list", "--json")[1])
    assert [(game["slug"], variant) for game in listed for variant in game["variants"]] == VARIANTS


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_the_commands_work_for_every_game_and_variant(run, slug, variant):
    game = catalogue.game(slug, variant)
    of = (slug, "--variant", variant)
    assert run("rules", *of)[1].startswith(f"# {game.title}")
    position = run("deal", *of, "--seed", "s")[1]
    assert json.loads(position)["game"] == slug
    moves = run("moves", *of, "--seed", "s")[1].split()
    assert moves == [move.text for move in game.moves(game.deal("s"))]
    assert run("moves", *of, "--position", "-", stdin=position)[1].split() == moves
    line = [move.text for _, move, _ in random_play(game, "s", longest=60)]
    code, out, _ = run("play", *of, "--seed", "s", "--moves", "-", stdin=" ".join(line))
    assert code == 0
    assert "seed" not in json.loads(run("play", *of, "--seed", "s", "--view")[1])["state"]
    shown = run("show", *of, "--position", "-", stdin=out)[1]
    assert shown.startswith(game.title)
    rows = json.loads(run("perft", *of, "--seed", "s", "--depth", "2", "--json")[1])
    assert rows[0]["leaves"] == len(moves)


def test_play_says_which_move_is_refused_and_why(run):
    code, out, err = run("play", "the-olga", "--seed", "s", "--moves", "-", stdin="deal redeal")
    assert (code, out) == (1, "")
    assert err == "move 2: The Olga has no re-deal.\n"
    code, _, err = run("play", "the-olga", "--seed", "s", "--moves", "-", stdin="deal nonsense")
    assert code == 1
    assert err.startswith("move 2: 'nonsense' is not a move")


def test_play_without_moves_prints_the_deal(run):
    assert run("play", "the-olga", "--seed", "s")[1] == run("deal", "the-olga", "--seed", "s")[1]


def test_a_view_has_nothing_hidden(run):
    view = run("play", "the-olga", "--seed", "s", "--view")[1]
    assert "??" in view
    assert view.split('"piles"')[1] == view.split('"piles"')[1].replace("7h", "")


def test_verify_checks_a_record(run, tmp_path):
    game = catalogue.game("the-sultan")
    record = Record("the-sultan", "s", [move.text for _, move, _ in random_play(game, "s")])
    record.headers["Result"] = str(replay(record))
    file = tmp_path / "play.patience"
    file.write_text(str(record))
    code, out, _ = run("verify", str(file))
    assert (code, out.strip()) == (0, record.headers["Result"])
    assert json.loads(run("verify", str(file), "--json")[1])["total"] == 95
    file.write_text(str(record).replace("not won", "won"))
    code, _, err = run("verify", str(file))
    assert code == 1
    assert "The record says" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "no-such-game", "--seed", "s"),
        ("moves", "the-olga", "--position", "/no/such/file"),
        ("verify", "/no/such/file"),
        ("deal", "the-olga", "--variant", "no-such", "--seed", "s"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_and_exit_code_1(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"game": "the-sultan"}', "[" * 100_000, '{"state": 1' + "0" * 5000 + "}"]
)
def test_a_position_that_cannot_be_read_is_refused(run, text):
    code, out, err = run("moves", "the-olga", "--position", "-", stdin=text)
    assert (code, out) == (1, "")
    assert err


def test_wrong_usage_is_exit_code_2():
    odds = ["odds", "the-olga", "--deals"]
    for arguments in (
        [],
        ["deal", "the-olga"],
        ["perft", "the-olga", "--seed", "s", "--depth", "0"],
        [*odds, "0"],
        [*odds, "1" + "0" * 12],
        [*odds, "1", "--seconds", "nan"],
        [*odds, "1", "--seconds", "-1"],
    ):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2


def test_it_runs_as_a_program_and_stands_a_reader_who_leaves():
    command = [sys.executable, "-m", "games", "deal", "the-olga", "--seed", "s"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "the-olga", "--seed", "s", "--seconds", "300"),
        ("perft", "the-olga", "--seed", "s", "--depth", "300"),
        ("odds", "the-olga", "--deals", "300", "--jobs", "1"),
    ],
)
def test_ctrl_c_ends_it_at_once_and_without_a_word(arguments):
    command = [sys.executable, "-m", "games", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
