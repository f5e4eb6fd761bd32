// Runs before the first paint, so that no page flashes in the other theme.
(function () {
  "use strict";
  try {
    const theme = localStorage.getItem("waggle-theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch (_) {
    // A browser without storage follows its own setting.
  }
})();
