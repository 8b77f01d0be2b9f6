// If one of our scripts fails, or cannot start in an old browser, the page says so and sends its forms as plain ones from then on:
// every page works without JavaScript. This file is written for every browser, and loaded before the others.
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
    // Other listeners would keep the browser from sending the form, and might not send it themselves.
    addEventListener("submit", function (event) { event.stopImmediatePropagation(); }, true);
    say();
  }
  addEventListener("error", function (event) {  // an exception, a syntax error, or a file that could not be loaded
    if ((event.filename || event.target.src || "").indexOf(scripts) === 0) fail();
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (event.reason && String(event.reason.stack).indexOf(scripts) !== -1) fail();
  });
  document.addEventListener("DOMContentLoaded", function () { if (failed) say(); });
})();
