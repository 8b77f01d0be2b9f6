// Counts down the clock of a round (templates/events/clock.html). Without this file, it stands still but says when it ends.
// The server says how many seconds are left, so that the time of the phone need not be right.
"use strict";
(() => {
  const ends = new WeakMap();  // by clock, in the phone's own time
  const text = (left) => `${left < 0 ? "+" : ""}${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
  function tick() {
    for (const clock of document.querySelectorAll("[data-left]:not([data-paused])")) {
      if (!ends.has(clock)) ends.set(clock, Date.now() + Number(clock.dataset.left) * 1000);
      const left = Math.round((ends.get(clock) - Date.now()) / 1000), says = clock.querySelector(".says");
      clock.querySelector("[role=timer]").textContent = text(left);
      clock.classList.toggle("up", left <= 0);
      if (left <= 0 && !says.textContent) says.textContent = clock.dataset.up;  // once, so that screen readers say it once
    }
  }
  tick();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", tick);
  document.addEventListener("htmx:afterSettle", tick);
})();
