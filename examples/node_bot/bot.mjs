/**
 * A bot in another language: it sits down at a table of a Kronrat server and takes any option, until the game is over.
 *
 *     node bot.mjs http://127.0.0.1:8080 TABLE [NAME]
 *
 * It needs Node.js 20 and nothing else. The protocol is described in docs/guides/bot-over-the-wire.md; put your own idea
 * into `decide`.
 */

import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

const [server, table, name = "Node"] = process.argv.slice(2);
if (!table) {
  console.error("usage: node bot.mjs ADDRESS TABLE [NAME]");
  process.exit(2);
}
const { origin } = new URL(server);
const state = { version: 0, info: {}, front: null, view: null, question: null, busy: false, tries: 0, asked: -1 };

/** One of `question.options`; `view` is all that the seat may know. */
function decide({ options }, _view) {
  return options[Math.floor(Math.random() * options.length)];
}

// -- the protocol -----------------------------------------------------------------------------------------------------

/** A view after the changes of a patch: `[path, value]` puts a value there, `[path]` removes it. */
function patched(view, patch) {
  let whole = view;
  for (const [path, ...value] of patch) {
    if (!path.length) {
      whole = value[0];
      continue;
    }
    const inside = path.slice(0, -1).reduce((part, key) => part[key], whole);
    if (value.length) inside[path.at(-1)] = value[0];
    else delete inside[path.at(-1)];
  }
  return whole;
}

function hear(send, message) {
  switch (message.type) {
    case "full":
      Object.assign(state, { version: message.version, info: message.table, front: message.front });
      Object.assign(state, { view: message.view ?? null, question: message.question ?? null });
      if (!message.mine.length && state.info.stage === "gathering") {
        const seat = state.info.seats.findIndex(({ kind }) => kind === "open");
        send({ type: "sit", seat, nonce: randomBytes(16).toString("hex") });
      }
      break;
    case "delta":
      if (message.before !== state.version) return send({ type: "look" });
      state.version = message.version;
      state.info = message.table ?? state.info;
      state.view = patched(state.view, message.patch ?? []);
      if (!message.same_question) state.question = message.question ?? null;
      break;
    case "ping":
      return send({ type: "pong", n: message.n }, false);
    case "done":
      if (state.busy !== message.id) send({ type: "look" }); // I have just sat down
      state.busy = false;
      break;
    case "refused":
      state.busy = false;
      if (message.code !== "rule") send({ type: "look" });
      break;
  }
}

/** Answer the open question; the first option, where others were refused. */
function answer(send) {
  const { question, front, busy, version } = state;
  if (!question || front === null || busy) return;
  state.tries = state.asked === question.version ? state.tries + 1 : 1;
  state.asked = question.version;
  const choice = state.tries > 3 ? question.options[0] : decide(question, state.view);
  state.busy = send({ type: "play", version, seat: front, choice });
}

// -- a WebSocket in a few lines, because Node.js 20 has none ----------------------------------------------------------

function connect(address, headers, onText, onEnd) {
  const url = new URL(address);
  const key = randomBytes(16).toString("base64");
  const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": 13, "sec-websocket-key": key };
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, { headers: { ...headers, ...upgrade } });
  request.on("error", onEnd);
  request.on("response", () => onEnd(new Error("the server has refused the connection")));
  request.on("upgrade", (response, socket, head) => {
    const proof = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    if (response.headers["sec-websocket-accept"] !== proof) return onEnd(new Error("not a WebSocket"));
    const frame = (opcode, payload) => {
      const mask = randomBytes(4);
      const long = payload.length > 125;
      const start = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : payload.length)]);
      const size = long ? Buffer.from([payload.length >> 8, payload.length & 255]) : Buffer.alloc(0);
      socket.write(Buffer.concat([start, size, mask, payload.map((byte, i) => byte ^ mask[i % 4])]));
    };
    let waiting = head;
    let text = Buffer.alloc(0);
    const take = () => {
      for (;;) {
        if (waiting.length < 2) return;
        const [first, second] = waiting;
        let [size, at] = [second & 127, 2];
        if (size > 125) {
          at = size === 126 ? 4 : 10;
          if (waiting.length < at) return;
          size = size === 126 ? waiting.readUInt16BE(2) : Number(waiting.readBigUInt64BE(2));
        }
        if (waiting.length < at + size) return;
        const payload = waiting.subarray(at, at + size);
        waiting = waiting.subarray(at + size);
        const opcode = first & 15;
        if (opcode === 8) return socket.end();
        if (opcode === 9) frame(10, payload);
        if (opcode > 2) continue;
        text = Buffer.concat([text, payload]);
        if (!(first & 0x80)) continue;
        const whole = text.toString();
        text = Buffer.alloc(0);
        onText((said) => frame(1, Buffer.from(said)), whole, () => socket.end());
      }
    };
    socket.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      take();
    });
    socket.on("close", () => onEnd(null));
    socket.on("error", onEnd);
    take();
  });
  request.end();
}

// -- a visit ----------------------------------------------------------------------------------------------------------

const welcome = await fetch(`${origin}/api/me`, {
  method: "POST",
  headers: { origin, "content-type": "application/json" },
  body: JSON.stringify({ name }),
});
const cookie = welcome.headers.getSetCookie()[0].split(";")[0];

function visit() {
  let over = false;
  state.busy = false;
  connect(
    `${origin}/ws/${table}`,
    { cookie, origin },
    (sendText, text, close) => {
      const send = (message, counts = true) => {
        const id = randomBytes(8).toString("hex");
        sendText(JSON.stringify(counts ? { ...message, id } : message));
        return id;
      };
      hear(send, JSON.parse(text));
      over = ["over", "closed"].includes(state.info.stage);
      if (over) close();
      else answer(send);
    },
    (problem) => {
      if (over) return console.log(`${state.info.stage} after version ${state.version}`);
      console.error(`the connection was lost: ${problem ?? "closed"}; trying again`);
      setTimeout(visit, 500);
    },
  );
}

visit();
