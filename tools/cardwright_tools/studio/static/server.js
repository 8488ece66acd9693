// The socket to the studio, which is connected again when it is lost.
import { byId, say, tell } from "./page.js";

export const key = location.hash.slice(1);
let socket, slow;
let heard = false; // whether this link ever led anywhere

export const isOpen = () => socket.readyState === WebSocket.OPEN;

export function send(message) {
  if (isOpen()) socket.send(JSON.stringify(message));
}

// What somebody asks for makes an older refusal obsolete.
export function ask(message) {
  say("");
  clearTimeout(slow);
  slow = setTimeout(() => tell("Working …"), 400);
  send(message);
}

// `shows` is what to do with a message, by its event; `opened` is called at each connection.
export function connect(shows, opened) {
  socket = new WebSocket(`ws://${location.host}/socket?key=${encodeURIComponent(key)}`);
  socket.addEventListener("open", () => {
    opened();
    tell("Connected");
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    heard = true;
    clearTimeout(slow);
    if (byId("status").textContent !== "Connected") tell("Connected");
    shows[message.event]?.(message);
  });
  socket.addEventListener("close", (event) => {
    clearTimeout(slow);
    const unknown = event.code === 4403 || (event.code === 1006 && !heard);
    tell(unknown ? "This link is not valid, or the studio has stopped" : "Connection lost; trying again");
    setTimeout(() => connect(shows, opened), 1000);
  });
}
