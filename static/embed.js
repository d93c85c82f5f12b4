// For pages that embed a calculator: fits each frame to its content.
// <script src="…/embed.js" async></script> after the frames, or anywhere before </body>.
"use strict";

(() => {
  const home = new URL(document.currentScript.src).origin;
  window.addEventListener("message", (event) => {
    if (event.origin !== home || event.data?.sangi !== "height") return;
    const height = Number(event.data.height);
    if (!(height > 0 && height < 10000)) return;
    for (const frame of document.getElementsByTagName("iframe")) {
      if (frame.contentWindow === event.source) frame.style.height = `${height}px`;
    }
  });
})();
