// boardgame.io as its manual has it: a match in memory for each socket, a move that takes a card from one pile
// to another. Nothing is stored, and any move is good.
const { Server } = require("boardgame.io/server");

const table = {
  name: "bench",
  setup: () => ({ played: 0, piles: [...Array(8).keys()].map((n) => [...Array(6).keys()].map((m) => n * 6 + m)) }),
  moves: {
    play: ({ G }, n) => {
      const from = G.piles[n % 8].length ? n % 8 : G.piles.findIndex((pile) => pile.length);
      G.piles[(n + 3) % 8].push(G.piles[from].pop());
      G.played += 1;
    },
  },
};

Server({ games: [table], origins: [/127\.0\.0\.1/] }).run(Number(process.argv[2]));
