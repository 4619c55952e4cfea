// Drives the packaged extension in code-server with a headless Chromium: diagnostics, lenses, a hover and the host file.
// Exits with 1 where one is missing.
//
//   npm install --no-save code-server playwright-core
//   node test/drive.js [PICTURE.png]
//
// ASUNDER names the program (else `asunder` on PATH), CHROMIUM the browser (else /usr/bin/chromium).

const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { chromium } = require("playwright-core");

const root = path.join(__dirname, "../../..");
const data = path.join(root, "crates/lsp/tests/data");
const server = require.resolve("code-server/out/node/entry.js");
const PATIENCE = 180_000;

/** A project of two units, and settings for them. */
function prepared() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "asunder-vscode-"));
  const work = path.join(folder, "work");
  const user = path.join(folder, "user");
  fs.mkdirSync(work);
  for (const name of ["main.cu", "other.cu", "shapes.cuh"]) {
    fs.copyFileSync(path.join(data, "project", name), path.join(work, name));
  }
  const units = ["main.cu", "other.cu"].map((file) => ({ directory: work, file, command: `nvcc -std=c++17 -c ${file}` }));
  fs.writeFileSync(path.join(work, "compile_commands.json"), JSON.stringify(units));
  fs.mkdirSync(path.join(user, "User"), { recursive: true });
  const settings = {
    "asunder.path": process.env.ASUNDER ?? "asunder",
    "asunder.toolkit": path.join(data, "toolkit"),
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "editor.minimap.enabled": false,
  };
  fs.writeFileSync(path.join(user, "User/settings.json"), JSON.stringify(settings));
  return { folder, work, user, extensions: path.join(folder, "extensions") };
}

/** A port that nobody listens at. */
function freePort() {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function listening(port) {
  for (let left = 300; left > 0; left -= 1) {
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then((it) => it.ok, () => false);
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("code-server does not listen");
}

/** What the editor shows, each an assertion. */
async function drive(page, picture) {
  const has = (what, is) => {
    if (!is) throw new Error(`missing: ${what}`);
    console.log(what);
  };
  const command = async (text) => {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input").first().fill(`>${text}`);
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await page.keyboard.press("Enter");
  };
  const explorer = page.locator(".explorer-folders-view");
  await explorer.getByText("main.cu").first().dblclick({ timeout: PATIENCE });
  await page.waitForSelector(".codelens-decoration", { timeout: PATIENCE });
  // The launches of the unit that is not open are counted once it is read.
  await page.waitForFunction(
    () => [...document.querySelectorAll(".codelens-decoration")].some((it) => it.textContent.includes("kernel: 2 launches")),
    null,
    { timeout: PATIENCE },
  );
  has("lens: kernel: 2 launches", true);
  await page.waitForSelector(".squiggly-error", { timeout: PATIENCE });
  has("errors underlined", (await page.locator(".squiggly-error").count()) > 0);
  const problems = await page.locator(".statusbar-item", { has: page.locator(".codicon-error") }).first().innerText();
  has(`problems: ${problems.replace(/\s+/g, " ").trim()}`, /2\D+2/.test(problems));
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").first().fill(":35:6");
  await page.keyboard.press("Enter");
  await command("asunder: Show the host file");
  await page.waitForFunction(
    () => [...document.querySelectorAll(".view-line")].some((it) => it.textContent.includes("__cudaPushCallConfiguration")),
    null,
    { timeout: PATIENCE },
  );
  has("host file beside the source", true);
  const launch = page.locator(".editor-group-container .view-line", { hasText: "fill<<<" }).first();
  await launch.locator("span", { hasText: "fill" }).last().hover({ force: true });
  await page.waitForFunction(
    () => [...document.querySelectorAll(".monaco-hover-content")].some((it) => it.textContent.includes("_Z4fillPfi")),
    null,
    { timeout: PATIENCE },
  );
  has("hover: the kernel with its linker name", true);
  for (const close of await page.locator(".notifications-toasts .codicon-notifications-clear").all()) {
    await close.click().catch(() => {});
  }
  await page.waitForTimeout(1000);
  if (picture) await page.screenshot({ path: picture });
}

async function main() {
  const { folder, work, user, extensions } = prepared();
  const place = ["--user-data-dir", user, "--extensions-dir", extensions];
  execFileSync(process.execPath, [server, ...place, "--install-extension", path.join(__dirname, "../asunder.vsix")]);
  const port = await freePort();
  const own = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--bind-addr", `127.0.0.1:${port}`];
  const code = spawn(process.execPath, [server, ...place, ...own, work], { stdio: "ignore" });
  const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  let browser;
  try {
    await listening(port);
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
    const page = await browser.newPage({ viewport: { width: 1500, height: 800 } });
    await page.goto(`http://127.0.0.1:${port}/?folder=${work}`, { timeout: PATIENCE });
    await drive(page, process.argv[2]);
  } finally {
    await browser?.close();
    code.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
