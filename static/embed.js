// For pages that embed a calculator: fits each frame to its content.
// <script src="…/embed.js" async></script> after the frames, or anywhere before </body>.
"use strict";

(() => {
  const home = new URL(document.currentScript.src).origin;
  const frames = document.getElementsByTagName("iframe");
  window.addEventListener("message", (event) => {
    if (event.origin !== home || event.data?.sangi !== "height") return;
    const { height } = event.data;
    if (!Number.isInteger(height) || height < 1 || height > 9999) return;
    for (const frame of frames) {
      if (frame.contentWindow === event.source) frame.style.height = `${height}px`;
    }
  });
  // What they said before this script was there. Not only to `home`: a frame that is not loaded
  // yet has another origin, and the browser would report it.
  for (const frame of frames) {
    if (frame.src.startsWith(`${home}/`)) frame.contentWindow?.postMessage({ sangi: "ask" }, "*");
  }
})();
