(() => {
"use strict";
const match = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const UNIT = 20, PACE = 900, NUMERALS_FROM = 13;
const ARMS = { ">": "right", "<": "left", "^": "up", "v": "down",
  "@1^:": "upper right", "@1v:": "lower right", "@2^:": "upper left", "@2v:": "lower left" };
const at = { round: 0, ply: 0, view: match.seat === null ? "all" : String(match.seat) };
let timer = 0;

// ---- words ----

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const listed = (words) => words.length < 2 ? words.join("")
  : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
const seatsOf = (side) => match.players.filter((_, seat) => match.sides[seat] === side);
const sideName = (side) => listed(seatsOf(side));
const wins = (sides) => {
  const names = sides.map(sideName);
  const many = sides.length > 1 ? "share" : seatsOf(sides[0]).length > 1 ? "win" : "wins";
  return `${listed(names)} ${many}`;
};
const sideCount = Math.max(...match.sides) + 1;

/** Read a move: who made it, what kind it is, and its halves where it has any. */
function read(text) {
  const seat = Number(text[0]);
  const word = text.slice(1);
  if (word === "--") return { seat, kind: "pass" };
  if (word[0] === "+") return { seat, kind: "draw", tile: word === "+?" ? null : word.slice(1) };
  const [, arm, halves, claim] = /^(\*|[><^v]|@\d+[\^v]:)(\d+-\d+)(!?)$/.exec(word);
  return { seat, kind: "place", arm, tile: halves, claimed: claim !== "" };
}

function where(arm) {
  if (!match.every || arm === ">" || arm === "<") return ARMS[arm];
  const pip = arm[0] === "@" ? /\d+/.exec(arm)[0] : 0;
  return `${arm.includes("^") ? "up" : "down"} from ${pip}-${pip}`;
}

function moveWords(move) {
  const name = match.players[move.seat];
  if (move.kind === "pass") return `${name} passes`;
  if (move.kind === "draw") {
    return move.tile && sees(move.seat) ? `${name} draws ${move.tile}` : `${name} draws`;
  }
  const claim = move.claimed ? " and claims" : "";
  return move.arm === "*" ? `${name} leads ${move.tile}${claim}`
    : `${name} plays ${move.tile} ${where(move.arm)}${claim}`;
}

function endWords(round) {
  const { by, side, points, after } = round.end;
  const mover = round.moves.length ? read(round.moves[round.moves.length - 1]).seat : round.leader;
  const how = { out: `${match.players[mover]} goes out.`, blocked: "The round is blocked.",
    target: `${match.players[mover]} reaches the target.` }[by];
  const won = side === null ? "Nobody wins the round." : `${wins([side])} the round.`;
  return `${how} ${won} Points ${points.join(" : ")}, totals ${after.join(" : ")}.`;
}

// ---- drawing ----

function draw(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

function half(pip, y, turn) {
  if (pip < NUMERALS_FROM) return draw("use", { href: `#p${pip}`, y });
  return draw("text", { class: "digits", transform: `translate(0 ${y}) rotate(${-turn})`, y: 8 }, pip);
}

/** Draw a tile about its centre; without halves it lies face down. */
function tile(halves, turn, label) {
  const [w, h] = turn % 180 ? [40, 20] : [20, 40];
  const box = { x: 2 - w, y: 2 - h, width: 2 * w - 4, height: 2 * h - 4, rx: 5 };
  const inside = halves
    ? [draw("path", { class: "mid", d: "M-12 0h24" }), half(halves[0], -20, turn), half(halves[1], 20, turn)]
    : [draw("path", { class: "mid", d: "M0-14l10 14-10 14-10-14z" })];
  return draw("g", { role: "img", "aria-label": label },
    draw("rect", { class: "shade", ...box, y: box.y + 2 }), draw("rect", { class: "face", ...box }),
    draw("g", { transform: `rotate(${turn})` }, ...inside));
}

function drawBoard(game) {
  const [left, top, right, bottom] = game.box.map((n) => n * UNIT);
  const margin = 1.5 * UNIT;
  const view = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
  $("board").setAttribute("viewBox", view.join(" "));
  const tiles = [];
  for (let i = 0; i < game.tiles.length; i += 5) {
    const [x, y, heading, inner, outer] = game.tiles.slice(i, i + 5);
    const made = tile([inner, outer], (heading + 3) % 4 * 90, `${inner}-${outer}`);
    made.setAttribute("transform", `translate(${x * UNIT} ${y * UNIT})`);
    tiles.push(made);
  }
  for (let i = 0; game.apart && i < game.apart.length; i += 5) {
    const [at, ...ends] = game.apart.slice(i, i + 5);
    const [x, y, ...to] = ends.map((n) => n * UNIT);
    const own = { x: game.tiles[5 * at] * UNIT, y: game.tiles[5 * at + 1] * UNIT };
    tiles[at].prepend(draw("path", { class: "link",
      d: `M${x - own.x} ${y - own.y}L${to[0] - own.x} ${to[1] - own.y}` }));
  }
  $("board").replaceChildren(...tiles);
  return tiles;
}

function drawEnds(ends) {
  $("board").querySelectorAll(".end").forEach((mark) => mark.remove());
  for (let i = 0; i < ends.length; i += 3) {
    const [x, y, pip] = ends.slice(i, i + 3);
    $("board").append(draw("g", { class: "end", role: "img", "aria-label": `open end ${pip}`,
      transform: `translate(${x * UNIT} ${y * UNIT})` },
    draw("circle", { r: 14 }), draw("text", { y: 6 }, pip)));
  }
}

// ---- the position ----

const round = () => match.rounds[at.round];
const sees = (seat) => at.view === "all" || at.view === String(seat);
const turned = (text) => text.split("-").reverse().join("-");

/** Give each hand after some moves: its tiles where they are known, and how many it has. */
function handsAt(game, ply) {
  const hands = game.hands.map((held) => typeof held === "number" ? { known: null, n: held }
    : { known: held === "-" ? [] : held.split(" "), n: held === "-" ? 0 : held.split(" ").length });
  for (const text of game.moves.slice(0, ply)) {
    const move = read(text), hand = hands[move.seat];
    if (move.kind === "pass") continue;
    hand.n += move.kind === "draw" ? 1 : -1;
    if (!hand.known) continue;
    if (move.kind === "draw") hand.known.push(move.tile);
    else hand.known = hand.known.filter((held) => held !== move.tile && held !== turned(move.tile));
  }
  const over = game.end && ply === game.moves.length;
  if (over && game.end.hands.length) {
    game.end.hands.forEach((text, seat) => { hands[seat].known = text === "-" ? [] : text.split(" "); });
  }
  return hands.map((hand, seat) => ({ ...hand, open: hand.known && (over || sees(seat)) }));
}

function scoreAt(game, ply, side) {
  if (game.end && ply === game.moves.length) return game.end.after[side];
  return (game.before[side] || 0) + (game.points ? game.points[ply][side] : 0);
}

function turnAt(game, ply) {
  if (ply < game.moves.length) return Number(game.moves[ply][0]);
  return null;
}

let tiles = [];

function showRound() {
  const game = round();
  tiles = drawBoard(game);
  $("slide").max = game.moves.length;
  const steps = ["Deal", ...game.moves.map((text) => moveWords(read(text)))];
  $("moves").replaceChildren(...steps.map((words, ply) => {
    const note = ply && game.notes && game.notes[ply - 1];
    return make("li", {}, make("button", { onclick: () => go(at.round, ply) },
      make("i", {}, String(ply)), note ? `${words} (${note})` : words));
  }));
  for (const [i, button] of [...$("rounds").children].entries()) mark(button, "true", i === at.round);
  const strip = $("rounds"), chip = strip.children[at.round];
  if (chip) strip.scrollLeft = chip.offsetLeft - strip.clientWidth / 2;
}

function mark(element, value, on) {
  if (on) element.setAttribute("aria-current", value);
  else element.removeAttribute("aria-current");
}

function showPly() {
  const game = round(), { ply } = at;
  let laid = game.base;
  for (const text of game.moves.slice(0, ply)) laid += read(text).kind === "place";
  const fresh = ply > 0 && read(game.moves[ply - 1]).kind === "place";
  tiles.forEach((each, i) => {
    each.style.display = i < laid ? "" : "none";
    each.classList.toggle("last", fresh && i === laid - 1);
  });
  if (fresh) $("board").append(tiles[laid - 1]);
  drawEnds(game.ends[ply]);
  $("slide").value = ply;
  $("slide").setAttribute("aria-valuetext", ply ? `move ${ply} of ${game.moves.length}` : "deal");
  showHands(game);
  showStatus(game);
  const list = $("moves");
  for (const [i, item] of [...list.children].entries()) mark(item.firstChild, "step", i === ply);
  const row = list.children[ply];
  const top = row.offsetTop - list.offsetTop * (row.offsetParent !== list);
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  const end = ply === game.moves.length;
  $("first").disabled = $("back").disabled = ply === 0 && at.round === 0;
  $("next").disabled = $("last").disabled = end && at.round === match.rounds.length - 1;
}

function showHands(game) {
  const turn = turnAt(game, at.ply);
  $("hands").replaceChildren(...handsAt(game, at.ply).map((hand, seat) => {
    const held = hand.open
      ? hand.known.map((text) => small(text.split("-").map(Number), text))
      : Array.from({ length: hand.n }, () => small(null, "a tile face down"));
    const score = scoreAt(game, at.ply, match.sides[seat]);
    const count = hand.n ? plural(hand.n, "tile") : "no tile";
    return make("div", { className: seat === turn ? "hand turn" : "hand" },
      make("h2", {}, make("span", {}, match.players[seat]),
        make("span", { className: "score", title: "total" }, String(score))),
      make("div", { ariaLabel: count, role: "group" }, ...held));
  }));
}

function small(halves, label) {
  return draw("svg", { viewBox: "-20 -40 40 80" }, tile(halves, 0, label));
}

function showStatus(game) {
  const { ply } = at, turn = turnAt(game, ply);
  const pips = game.ends[ply].filter((_, i) => i % 3 === 2);
  const parts = [];
  if (match.rounds.length > 1) parts.push(`Round ${game.number}`);
  parts.push(ply ? `Move ${ply} of ${game.moves.length}` : "Deal");
  const head = ply ? moveWords(read(game.moves[ply - 1])) : `${match.players[game.leader]} leads`;
  let rest = pips.length ? ` Open ends ${listed(pips.map(String))}.` : "";
  if (game.points && ply) rest += ` In play ${game.points[ply].join(" : ")}.`;
  if (turn !== null && ply) rest += ` ${match.players[turn]} to move.`;
  if (turn === null) rest += game.end ? ` ${endWords(game)}` : " The round was left here.";
  if (turn === null && at.round === match.rounds.length - 1 && match.winners) {
    rest += ` ${wins(match.winners)} the match.`;
  }
  $("status").replaceChildren(`${parts.join(" · ")} · `, make("b", {}, `${head}.`), rest);
}

// ---- going there ----

function go(number, ply, keep) {
  const last = match.rounds.length - 1;
  const target = Math.max(0, Math.min(number, last));
  const fresh = target !== at.round || !tiles.length;
  at.round = target;
  at.ply = Math.max(0, Math.min(ply, round().moves.length));
  if (!keep) pause();
  if (fresh) showRound();
  showPly();
  link();
}

function step(by, keep) {
  const to = at.ply + by;
  if (to < 0 && at.round > 0) go(at.round - 1, match.rounds[at.round - 1].moves.length, keep);
  else if (to > round().moves.length && at.round < match.rounds.length - 1) go(at.round + 1, 0, keep);
  else go(at.round, to, keep);
}

/** The address names the position: #16 is move 16 of the first round, #3.16 of round 3. */
function link() {
  const hash = `#${round().number}.${at.ply}`;
  try { history.replaceState(null, "", hash); } catch { /* a frame without an address */ }
}

function follow() {
  const found = /^#(?:(\d+)\.)?(\d+)$/.exec(location.hash);
  if (!found) return false;
  const index = found[1] ? match.rounds.findIndex((game) => game.number === Number(found[1])) : 0;
  if (index < 0) return false;
  go(index, Number(found[2]));
  return true;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  $("play").classList.remove("playing");
  $("play").setAttribute("aria-label", "Play");
}

function play() {
  if (timer) { pause(); return; }
  const atEnd = () => at.round === match.rounds.length - 1 && at.ply === round().moves.length;
  if (atEnd()) go(0, 0);
  $("play").classList.add("playing");
  $("play").setAttribute("aria-label", "Pause");
  timer = setInterval(() => { step(1, true); if (atEnd()) pause(); }, PACE);
}

// ---- setting up ----

function setUp() {
  const names = match.players.map((name, seat) => [String(seat), name]);
  const choices = match.seat === null ? [["all", "all hands"], ...names, ["none", "the table only"]]
    : [names[match.seat]];
  $("view").append(...choices.map(([value, text]) => make("option", { value }, text)));
  $("view").value = at.view;
  $("view").disabled = match.seat !== null;
  $("view").onchange = () => { at.view = $("view").value; showRound(); showPly(); };
  if (match.rounds.length > 1) {
    $("rounds").append(...match.rounds.map((game, i) => make("button", { onclick: () => go(i, 0) },
      make("b", {}, `Round ${game.number}`),
      make("small", {}, game.end ? game.end.points.join(" : ") : "not over"))));
    const total = match.rounds[match.rounds.length - 1];
    const sums = Array.from({ length: sideCount }, (_, side) => scoreAt(total, total.moves.length, side));
    const end = total.moves.length;
    $("rounds").append(make("button", { className: "total", onclick: () => go(match.rounds.length - 1, end) },
      make("b", {}, match.winners ? "Total" : "So far"), make("small", {}, sums.join(" : "))));
    $("rounds").hidden = false;
  }
  $("first").onclick = () => go(0, 0);
  $("last").onclick = () => go(match.rounds.length - 1, Infinity);
  $("back").onclick = () => step(-1);
  $("next").onclick = () => step(1);
  $("play").onclick = play;
  $("slide").oninput = () => go(at.round, Number($("slide").value));
  $("main").hidden = false;
  addEventListener("hashchange", follow);
  addEventListener("keydown", key);
}

const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(at.round, 0),
  End: () => go(at.round, Infinity), " ": play, p: () => go(at.round - 1, 0),
  n: () => { if (at.round < match.rounds.length - 1) go(at.round + 1, 0); } };

function key(event) {
  const own = event.target.closest ? event.target.closest("input, select, summary, pre") : null;
  const pressed = event.key === " " && event.target.closest && event.target.closest("button");
  if (own || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

if (match.rounds.length) {
  setUp();
  if (!follow()) go(0, 0);
} else {
  $("about").append(" No round was played.");
}
})();
