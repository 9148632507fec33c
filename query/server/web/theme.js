"use strict";
// Dark or light, as the system has it until the button is pressed.
(() => {
  const setTheme = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    try { if (theme) localStorage.setItem("theme", theme); } catch { /* private mode */ }
  };
  document.getElementById("theme").onclick = () => {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
  };
  try { setTheme(localStorage.getItem("theme")); } catch { /* private mode */ }
})();
