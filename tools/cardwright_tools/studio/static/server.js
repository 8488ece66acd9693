// The socket to the studio, which reconnects when the connection is lost.
import { byId, say, tell } from "./page.js";

export const key = location.hash.slice(1);
const CLOSED = 4410; // the game of this link has ended
let socket, slow;
let isOver = false; // whether the game of this link has ended
let heard = false; // whether this link has ever worked
const here = location.href.split("#")[0];
addEventListener("hashchange", () => location.reload()); // another link, opened on this page

export const isOpen = () => socket.readyState === WebSocket.OPEN;

export function send(message) {
  if (isOpen()) socket.send(JSON.stringify(message));
}

// Sends a request, which makes an older error obsolete.
export function ask(message) {
  if (isOver) return;
  say("");
  clearTimeout(slow);
  slow = setTimeout(() => tell("Working …"), 400);
  send(message);
}

// A question that is asked again and again, of which only the newest answer is used: `ask` returns it, or null if there is none.
export function newestOnly() {
  let waiting = { about: "", resolve() {} };
  return {
    ask(message) {
      waiting.resolve(null);
      send(message);
      return new Promise((resolve) => (waiting = { about: message.about, resolve }));
    },
    hear: (message) => message.about === waiting.about && waiting.resolve(message),
    refuse: (why, asked) => asked.about === waiting.about && waiting.resolve(null),
  };
}

// `shows` has the handlers of messages, by event; `opened` is called on each connection.
export function connect(shows, opened) {
  socket = new WebSocket(new URL(`socket?key=${encodeURIComponent(key)}`, here.replace(/^http/, "ws")));
  socket.addEventListener("open", opened);
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    heard = true;
    clearTimeout(slow);
    if (byId("status").textContent !== "Connected") tell("Connected");
    shows[message.event]?.(message);
  });
  socket.addEventListener("close", (event) => {
    clearTimeout(slow);
    if (event.code === CLOSED) return end();
    tell(whyClosed(event.code));
    setTimeout(() => connect(shows, opened), 1000);
  });
}

// The link never works again.
function end() {
  isOver = true;
  tell("");
  say("This game was closed, or another one has replaced it. To play on, ask the host for a new link.");
}

function whyClosed(code) {
  if (code === 4421) return `To be reached at this address, the studio has to be started with --public-url ${here}`;
  if (code === 4403 && heard) return "This link is no longer valid; ask the host for a new one";
  return code === 4403 || (code === 1006 && !heard) ? "This link is not valid, or the studio has stopped" : "Connection lost; trying again";
}
