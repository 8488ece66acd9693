// Messages come and go above the editor: what is read and written in it stays where it is on the screen.
import { byId } from "./page.js";

const isWide = matchMedia("(min-width: 60rem)"); // only the editor scrolls; otherwise, the page does, too

// `editor` returns the editor, once there is one.
export function keepSteady(editor) {
  let before = place();
  const watch = new ResizeObserver(() => {
    const moved = place() - before;
    before += moved;
    if (moved && editor()) follow(editor().view, moved);
  });
  const around = [...document.querySelectorAll("body > :not(main)"), ...byId("write").children];
  around.forEach((one) => watch.observe(one));
}

// Where the editor is on the page, however far this is scrolled.
const place = () => byId("editor").getBoundingClientRect().top + scrollY;

let owed = 0; // a part of a pixel, by which nothing scrolls

// For somebody who writes, or has scrolled to something. For whoever reads something else on a page that scrolls, the
// browser does this (see studio.css).
function follow(view, moved) {
  const isRead = byId("write").contains(document.activeElement) || (isWide.matches && view.scrollDOM.scrollTop > 0);
  if (!isRead) return;
  const scroller = isWide.matches ? view.scrollDOM : document.scrollingElement;
  const start = scroller.scrollTop, wanted = moved + owed;
  scroller.scrollTop += wanted;
  owed = (wanted - (scroller.scrollTop - start)) % 1;
}
