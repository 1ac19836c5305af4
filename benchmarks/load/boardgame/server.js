// The control: a game of hidden hands like Mus on boardgame.io. `node server.js PORT [FOLDER]`.
//
// Forty cards, four seats, four cards each. In turn everybody says mus or not; if all do, each throws cards and gets
// as many. Then four rounds of betting of the same shape: pass, bet, accept, refuse. Then a new deal. The pack is in
// `secret` and every hand in `players`, which PlayerView.STRIP_SECRETS takes out for each viewer. There is no clock and
// no undo, which would keep copies of every state. With a folder matches are kept there by the library's own FlatFile,
// else in memory only.
const { FlatFile, Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SEATS = 4;
const LANCES = ["grande", "chica", "pares", "juego"];
const PACK = Array.from("123456789T", (rank) => Array.from("oceb", (suit) => rank + suit)).flat();

function deal(G, random) {
  const pack = random.Shuffle(PACK);
  G.players = {};
  for (let seat = 0; seat < SEATS; seat++) G.players[seat] = { hand: pack.splice(0, 4) };
  G.secret = { pack, thrown: [] };
  G.deal += 1;
  G.stage = "talk";
  G.said = [];
  G.acts = [];
  G.stock = pack.length;
  G.lance = null;
  G.closed = [];
}

function nextLance(G) {
  const name = LANCES[G.closed.length];
  G.lance = { name, bettor: -1, stake: 0, passed: 0, waiting: [] };
  G.stage = "bet";
}

function close(G, outcome, random) {
  G.closed.push({ name: G.lance.name, stake: G.lance.stake, outcome });
  if (G.closed.length === LANCES.length) {
    const sums = [0, 1].map((side) => value(G.players[side].hand) + value(G.players[side + 2].hand));
    const winner = sums[0] >= sums[1] ? 0 : 1;
    for (const lance of G.closed) G.score[winner] += lance.stake || 1;
    deal(G, random);
  } else nextLance(G);
}

const value = (hand) => hand.reduce((sum, card) => sum + PACK.indexOf(card), 0);
const act = (G, seat, word) => G.acts.push({ seat, word });
const move = (does) => ({ move: does, client: false, undoable: false });

const moves = {
  say: move(({ G, events, playerID, random }, mus) => {
    if (G.stage !== "talk") return INVALID_MOVE;
    act(G, playerID, mus ? "M" : "X");
    G.said.push(playerID);
    if (!mus) nextLance(G);
    else if (G.said.length === SEATS) { G.stage = "throw"; G.said = []; }
    events.endTurn();
  }),
  throwAway: move(({ G, events, playerID, random }, cards) => {
    if (G.stage !== "throw") return INVALID_MOVE;
    const hand = G.players[playerID].hand;
    if (!cards.length || !cards.every((card) => hand.includes(card))) return INVALID_MOVE;
    if (G.secret.pack.length < cards.length) {
      G.secret.pack.push(...random.Shuffle(G.secret.thrown));
      G.secret.thrown = [];
    }
    G.players[playerID].hand = hand.filter((card) => !cards.includes(card));
    G.players[playerID].hand.push(...G.secret.pack.splice(0, cards.length));
    G.secret.thrown.push(...cards);
    G.stock = G.secret.pack.length;
    act(G, playerID, `D${cards.length}`);
    G.said.push(playerID);
    if (G.said.length === SEATS) { G.stage = "talk"; G.said = []; }
    events.endTurn();
  }),
  pass: move(({ G, events, playerID, random }) => {
    if (G.stage !== "bet" || G.lance.bettor >= 0) return INVALID_MOVE;
    act(G, playerID, "P");
    G.lance.passed += 1;
    if (G.lance.passed === SEATS) close(G, "paso", random);
    events.endTurn();
  }),
  bet: move(({ G, events, playerID }, stones) => {
    if (G.stage !== "bet" || !(stones >= 2)) return INVALID_MOVE;
    act(G, playerID, `E${stones}`);
    G.lance.bettor = Number(playerID);
    G.lance.stake += stones;
    events.endTurn();
  }),
  answer: move(({ G, events, playerID, random }, accept) => {
    if (G.stage !== "bet" || G.lance.bettor < 0) return INVALID_MOVE;
    act(G, playerID, accept ? "Q" : "N");
    close(G, accept ? "accepted" : "refused", random);
    events.endTurn();
  }),
};

const Cards = {
  name: "cards",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => {
    const G = { deal: 0, score: [0, 0] };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves,
};

const [port, dir] = process.argv.slice(2);
const store = dir ? { db: new FlatFile({ dir }) } : {};
Server({ games: [Cards], origins: [Origins.LOCALHOST], ...store }).run(Number(port));
