"""The leaderboard as a page."""

import json
import re
import subprocess
import sys

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.notation import Record, read_record, to_document
from solitaire.daily.models import Deal
from solitaire.players.models import Player
from tests.pages.conftest import Finish


def rows(html: str) -> list[tuple[str, str]]:
    """Rank and player of each row."""
    return re.findall(r'<tr data-player="([^"]+)"[^>]*>\s*<td class="rank">(\d+)', html)


def test_a_board_is_sealed_until_ones_own_attempt_is_over(
    account: Client, visitor: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    finish(deal, "bertha")  # a name that no commitment's hexadecimal can spell
    finish(deal, "cara", won=False, score=40)
    for client in (account, visitor):
        html = client.get(deal.get_absolute_url()).content.decode()
        assert "Sealed until you have played" in html
        assert '<dd data-field="players">2</dd>' in html
        assert "bertha" not in html
        assert "cara" not in html
        assert "Finished" not in html
    finish(deal, ada, moves=150)
    html = account.get(deal.get_absolute_url()).content.decode()
    assert rows(html) == [("ada", "1"), ("bertha", "2"), ("cara", "3")]


def test_ties_share_a_rank(account: Client, ada: Player, deal: Deal, finish: Finish) -> None:
    finish(deal, ada, moves=150)
    finish(deal, "bea", moves=170)
    finish(deal, "cara", moves=170)
    finish(deal, "dora", moves=180)
    html = account.get(deal.get_absolute_url()).content.decode()
    assert sorted(rank for _, rank in rows(html)) == ["1", "2", "2", "4"]


def test_my_row_is_marked_and_so_are_the_assisted(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    finish(deal, ada)
    finish(deal, "bea", assisted=True)
    html = account.get(deal.get_absolute_url()).content.decode()
    assert '<tr data-player="ada" class="me">' in html
    assert re.search(r'data-player="bea".*?class="assisted"', html, re.S)
    assert "10:00" in html


def test_the_second_board_orders_winners_by_time(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    finish(deal, ada, moves=100, time_ms=900_000)
    finish(deal, "bea", moves=300, time_ms=60_000)
    finish(deal, "cara", won=False, score=90, time_ms=10_000)
    url = deal.get_absolute_url()
    assert [player for player, _ in rows(account.get(url).content.decode())] == ["ada", "bea", "cara"]
    assert [player for player, _ in rows(account.get(f"{url}?order=time").content.decode())] == ["bea", "ada"]


def test_a_long_board_is_paged_and_shows_me_with_my_neighbours(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    for number in range(120):
        finish(deal, f"player{number:03}", moves=100 + number)
    finish(deal, ada, moves=500)
    url = deal.get_absolute_url()
    first = account.get(url).content.decode()
    assert "Page 1 of 3" in first
    assert 'href="?page=2"' in first
    assert "Near you" in first
    assert ("ada", "121") in rows(first)
    third = account.get(f"{url}?page=3").content.decode()
    assert ("player119", "120") in rows(third)
    for odd in ("0", "99", "-1", "x", "٣"):
        assert account.get(url, {"page": odd}).status_code == 200


def test_a_board_takes_a_bounded_number_of_queries(
    account: Client,
    ada: Player,
    deal: Deal,
    finish: Finish,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    finish(deal, ada)
    for number in range(60):
        finish(deal, f"player{number}", moves=100 + number)
    with django_assert_max_num_queries(8):
        account.get(deal.get_absolute_url(), {"page": 2})


def test_settling_publishes_the_seed_and_how_to_check_it(
    visitor: Client, settled: Deal, finish: Finish
) -> None:
    finish(settled, "bea")
    html = visitor.get(settled.get_absolute_url()).content.decode()
    assert settled.seed in html
    assert "sha256sum" in html
    assert ">Settled<" in html
    assert rows(html) == [("bea", "1")]


def test_the_commands_on_a_settled_board_prove_it(visitor: Client, settled: Deal) -> None:
    html = visitor.get(settled.get_absolute_url()).content.decode()
    found = re.search(r"<pre[^>]*><code>(.*?)</code></pre>", html, re.S)
    assert found
    check, deal = found[1].strip().splitlines()
    hashed = subprocess.run(["sh", "-c", check], capture_output=True, text=True, check=True).stdout
    assert hashed.split()[0] == settled.commitment
    command = [sys.executable, *deal.split()[1:]]
    dealt = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert dealt == to_document(settled.engine, settled.engine.deal(settled.seed))


def test_an_open_board_is_provisional(account: Client, ada: Player, deal: Deal, finish: Finish) -> None:
    finish(deal, ada)
    html = account.get(deal.get_absolute_url()).content.decode()
    assert ">Provisional<" in html
    assert f'data-board="/ws/board/{deal.pk}/"' in html


def test_a_guest_who_has_finished_is_invited_to_keep_it(guest: Client, deal: Deal, finish: Finish) -> None:
    player = Player.objects.get()
    finish(deal, player)
    html = guest.get(deal.get_absolute_url()).content.decode()
    assert "Keep your result" in html
    assert player.username not in html
    assert "Nobody has finished yet" not in html, "the guest has, and is counted"
    assert "only accounts have a line" in html


# ---- what the solver had found -------------------------------------------------------------------


def certified(deal: Deal, par: int = 150) -> str:
    """Give a deal a certificate; its text."""
    record = str(Record(deal.game, deal.seed, ["deal"], deal.variant, {"Result": f"won, {par} moves"}))
    Deal.objects.filter(pk=deal.pk).update(certificate=record, par=par)
    return record


def test_a_settled_board_says_par_and_how_the_field_did(
    visitor: Client, settled: Deal, finish: Finish
) -> None:
    certified(settled)
    finish(settled, "ada", moves=150)
    finish(settled, "bea", moves=149)
    finish(settled, "cara", moves=151)
    finish(settled, "dora", won=False, moves=20)
    html = visitor.get(settled.get_absolute_url()).content.decode()
    assert "<strong>150 moves</strong>, which is par" in html
    assert "3 of 4 players won it, 2 of them (67 %) in par or fewer moves." in html
    assert f'href="/records/deal/{settled.pk}.patience"' in html


def test_the_field_may_not_have_won_at_all(visitor: Client, settled: Deal, finish: Finish) -> None:
    certified(settled)
    assert "Nobody has won it." in visitor.get(settled.get_absolute_url()).content.decode()
    finish(settled, "ada", moves=151)
    html = visitor.get(settled.get_absolute_url()).content.decode()
    assert "1 of 1 player won it, none of them in par." in html


def test_a_settled_board_says_that_no_win_was_found(visitor: Client, settled: Deal, finish: Finish) -> None:
    Deal.objects.filter(pk=settled.pk).update(best_known=61)
    html = visitor.get(settled.get_absolute_url()).content.decode()
    assert "<strong>not known to be winnable</strong>; best found: 61 of" in html
    assert "Nobody has won it." in html
    finish(settled, "ada")
    html = visitor.get(settled.get_absolute_url()).content.decode()
    assert "1 of 1 player won it all the same." in html
    assert "/records/deal/" not in html


def test_where_nobody_looked_for_a_win_nothing_is_said(visitor: Client, settled: Deal) -> None:
    assert "Could it be won?" not in visitor.get(settled.get_absolute_url()).content.decode()


def test_the_solvers_record_is_public_once_the_deal_is_settled(visitor: Client, settled: Deal) -> None:
    url = f"/records/deal/{settled.pk}.patience"
    assert visitor.get(url).status_code == 404
    text = certified(settled)
    response = visitor.get(url)
    assert response.content.decode() == text
    assert read_record(text).seed == settled.seed
    assert f'filename="the-sultan-{settled.date}-solver.patience"' in response["Content-Disposition"]
    assert visitor.get("/records/deal/0.patience").status_code == 404


def test_before_settling_the_board_tells_nothing_of_it(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    finish(deal, ada)
    url = f"/records/deal/{deal.pk}.patience"
    account.get("/")  # which greets her, once
    unknown = account.get(url).content
    certified(deal, par=71717171)
    page, record = account.get(deal.get_absolute_url()), account.get(url)
    assert b"71717171" not in page.content
    assert b"Could it be won?" not in page.content
    assert record.status_code == 403
    assert b"is public once it is settled" in record.content
    assert unknown == record.content
