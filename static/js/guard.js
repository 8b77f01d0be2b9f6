// Where a script of ours fails, or cannot start in an old browser, the page says so, and its forms are sent as plain ones from then on:
// every page works without scripts. Written for any browser there is, and loaded before the others.
"use strict";
(function () {
  var scripts = document.currentScript.src.replace(/[^/]*$/, ""), failed = false;

  function say() {
    var words = document.getElementById("script-trouble");
    if (words) words.hidden = false;
  }
  function fail() {
    if (failed) return;
    failed = true;
    // Whatever listens to a form would keep the browser from sending it, and might send nothing itself.
    addEventListener("submit", function (event) { event.stopImmediatePropagation(); }, true);
    say();
  }
  addEventListener("error", function (event) {  // thrown, or not understood; or the file has not come
    if ((event.filename || event.target.src || "").indexOf(scripts) === 0) fail();
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (event.reason && String(event.reason.stack).indexOf(scripts) !== -1) fail();
  });
  document.addEventListener("DOMContentLoaded", function () { if (failed) say(); });
})();
