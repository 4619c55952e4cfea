-- Drives `editors/neovim/asunder.lua` in a headless Neovim and writes what it gets, a line or some for each feature.
-- Variables: EDITOR (the folder of asunder.lua), ASUNDER (the program), TOOLKIT, SOURCE, OUT.

vim.opt.runtimepath:append(".")
package.path = vim.env.EDITOR .. "/?.lua;" .. package.path
local out = assert(io.open(vim.env.OUT, "w"))
local function say(...) out:write(vim.trim(table.concat({ ... }, " ")), "\n") end
local PATIENCE = 30000

local function wait(what, condition) assert(vim.wait(PATIENCE, condition, 20), "no " .. what) end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

--- Puts the cursor on a piece of the text, `skip` bytes behind its start: its place as parameters.
local function at(text, skip)
  for number, line in ipairs(lines()) do
    local column = line:find(text, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column - 1 + (skip or 0) })
      return vim.lsp.util.make_position_params(0, "utf-16")
    end
  end
  error("not found: " .. text)
end

local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE), method .. ": no answer")
  for _, answer in pairs(answers) do
    if answer.error then return nil, answer.error.message end
    return answer.result
  end
end

local function document() return { textDocument = vim.lsp.util.make_text_document_params() } end
local function everywhere(params)
  params.range = { start = { line = 0, character = 0 }, ["end"] = { line = 999, character = 0 } }
  return params
end
local function place(it) return vim.fn.fnamemodify(vim.uri_to_fname(it.uri), ":t") .. ":" .. it.range.start.line + 1 end
local function join(list, shown) return table.concat(vim.tbl_map(shown, list or {}), ", ") end
local function shown(name)
  local buffer = vim.fn.bufnr(name)
  return buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") or ""
end

local features = {}

function features.diagnostics()
  wait("diagnostics", function() return #vim.diagnostic.get(0) == 4 end)
  local all = vim.diagnostic.get(0)
  table.sort(all, function(a, b) return a.lnum * 1e6 + a.user_data.lsp.code < b.lnum * 1e6 + b.user_data.lsp.code end)
  for _, it in ipairs(all) do
    local lsp = it.user_data.lsp
    local tag = lsp.tags and #lsp.tags > 0 and "tag " .. lsp.tags[1] or ""
    local related = lsp.relatedInformation and lsp.relatedInformation[1]
    related = related and "related " .. place(related.location) or ""
    say("diagnostic", it.lnum + 1, it.source .. "(" .. lsp.code .. ")", vim.split(it.message, "\n")[1], tag, related)
  end
  for _, progress in pairs(vim.lsp.get_active_clients()[1].messages.progress) do say("progress", progress.title) end
end

function features.fixes()
  local function titles(line)
    local diagnostics = {}
    for _, it in ipairs(vim.diagnostic.get(0, { lnum = line - 1 })) do
      table.insert(diagnostics, {
        range = { start = { line = it.lnum, character = it.col }, ["end"] = { line = it.end_lnum, character = it.end_col } },
        severity = it.severity, source = it.source, code = it.user_data.lsp.code, message = it.message,
      })
    end
    local params = everywhere(document())
    params.context = { diagnostics = diagnostics }
    return ask("textDocument/codeAction", params)
  end
  for _, line in ipairs({ 11, 30 }) do
    for _, action in ipairs(titles(line)) do say("fix", line, action.title) end
  end
  vim.lsp.util.apply_workspace_edit(titles(11)[1].edit, "utf-16")
  say("fixed", vim.fn.getline(9))
  vim.cmd("undo")
  at("int i = threadIdx.x;", 19)
  vim.cmd("normal! x")
  wait("missing semicolon", function()
    return #vim.tbl_filter(function(it) return it.user_data.lsp.code == 65 end, vim.diagnostic.get(0)) > 0
  end)
  local missing = vim.tbl_filter(function(it) return it.user_data.lsp.code == 65 end, vim.diagnostic.get(0))[1]
  local action = titles(missing.lnum + 1)[1]
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  say("fixed", action.title, vim.fn.getline(18))
  local function has(code)
    return #vim.tbl_filter(function(it) return it.user_data.lsp.code == code end, vim.diagnostic.get(0)) > 0
  end
  wait("end of the mistake", function() return not has(65) end)
  local line = at("dim3 grid").position.line
  vim.fn.append(line, "    auto gpu = [] __device__(int k) { return k; };")
  wait("lambda without its option", function() return has(20155) end)
  local option = titles(line + 1)[1]
  say("fix", option.title, "-", option.disabled.reason)
  vim.fn.deletebufline("%", line + 1)
  wait("end of the mistake", function() return not has(20155) end)
end

function features.hover()
  local places = {
    { "fill<<<" }, { "kTile]" }, { "tile[i] =" }, { "weights[0" }, { "launches +=" }, { "TWICE(value)" },
    { "box.get", 4 }, { "auto first", 5 }, { "shape.area", 6 }, { "other.merge", 6 }, { "box.get());", 4 },
  }
  for _, it in ipairs(places) do
    local answer = ask("textDocument/hover", at(it[1], it[2]))
    say("hover", it[1], (answer.contents.value:gsub("%s*\n+", " | ")))
  end
  at("fill<<<")
  vim.lsp.buf.hover()
  local function float()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then return window end
    end
  end
  wait("window with the hover", float)
  local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float()), 0, 1, false)
  say("hover window", text[1])
  vim.api.nvim_win_close(float(), true)
end

function features.navigation()
  local wanted = {
    { "definition", "total(shape" }, { "declaration", "total(shape" }, { "typeDefinition", "shape.area" },
    { "implementation", "shape.area", 6 }, { "definition", "box.get", 4 }, { "definition", "TWICE(value)" },
    { "definition", "shapes.cuh" },
  }
  for _, it in ipairs(wanted) do
    say(it[1], it[2], join(ask("textDocument/" .. it[1], at(it[2], it[3])), place))
  end
  local source = vim.api.nvim_get_current_buf()
  at("scaled(first")
  vim.lsp.buf.definition()
  wait("jump", function() return vim.fn.line(".") == 8 end)
  say("jumped", vim.fn.expand("%:t") .. ":" .. vim.fn.line("."))
  vim.api.nvim_set_current_buf(source)
  at("total(shape")
  vim.lsp.buf.references({ includeDeclaration = true })
  wait("list of references", function() return #vim.fn.getqflist() > 0 end)
  say("references", join(vim.fn.getqflist(), function(it) return vim.fn.bufname(it.bufnr):match("[^/]*$") .. ":" .. it.lnum end))
  vim.cmd("cclose")
  vim.api.nvim_set_current_buf(source)
  local kinds = { "text", "read", "write" }
  for _, name in ipairs({ "launches +=", "i < count" }) do
    say("highlights", name, join(ask("textDocument/documentHighlight", at(name)),
      function(it) return it.range.start.line + 1 .. " " .. kinds[it.kind] end))
  end
end

function features.symbols()
  say("symbols", join(ask("textDocument/documentSymbol", document()), function(it) return it.name end))
  -- One of a unit that is open, and one of a unit that is read in the background.
  for _, query in ipairs({ "Circ", "Squ" }) do
    wait("symbols of the project", function() return #ask("workspace/symbol", { query = query }) > 0 end)
    say("workspace symbols", join(ask("workspace/symbol", { query = query }),
      function(it) return it.name .. " " .. place(it.location) end))
  end
end

function features.tokens()
  local client = vim.lsp.get_active_clients()[1]
  local legend = client.server_capabilities.semanticTokensProvider.legend
  local data = ask("textDocument/semanticTokens/full", document()).data
  local line, column, seen = 0, 0, {}
  for index = 1, #data, 5 do
    if data[index] > 0 then column = 0 end
    line, column = line + data[index], column + data[index + 1]
    local words = { legend.tokenTypes[data[index + 3] + 1] }
    for bit, modifier in ipairs(legend.tokenModifiers) do
      if math.floor(data[index + 4] / 2 ^ (bit - 1)) % 2 == 1 then table.insert(words, modifier) end
    end
    local word = lines()[line + 1]:sub(column + 1, column + data[index + 2])
    local text = word .. ": " .. table.concat(words, " ")
    if vim.tbl_contains({ "fill", "tile", "launches", "weights", "TWICE", "scaled", "host_only", "T", "wrong" }, word) and not seen[text] then
      seen[text] = true
      say("token", text)
    end
  end
end

function features.hints()
  say("hints", join(ask("textDocument/inlayHint", everywhere(document())),
    function(it) return it.position.line + 1 .. " " .. it.label end))
end

function features.signatures()
  local help = ask("textDocument/signatureHelp", at("nullptr, 3", 9))
  say("signature", help.signatures[1].label, "parameter", help.activeParameter)
  say("signature", ask("textDocument/signatureHelp", at("(4, 2)", 1)).signatures[1].label)
end

--- What is offered behind a text that is typed on a line of its own, in front of the line with `before`.
local function offered(typed, before)
  at(before)
  local number = vim.fn.line(".")
  vim.fn.append(number - 1, typed)
  local params = document()
  params.position = { line = number - 1, character = #typed }
  local answer = ask("textDocument/completion", params)
  vim.fn.deletebufline("%", number)
  return answer and answer.items or {}
end

function features.completion()
  local wanted = {
    { "    box.", "int i = threadIdx" }, { "    threadIdx.", "int i = threadIdx" }, { "    circle.", "dim3 grid" },
    { "    grid.", "fill<<<" }, { "    cir", "dim3 grid" }, { "[[nod", "int main" }, { "__attribute__((alig", "int main" },
    { "    __builtin_popc", "dim3 grid" }, { "    TWI", "dim3 grid" }, { "__glob", "int main" },
    { "#include \"shap", "#define TWICE" }, { "#include <cuda_run", "#define TWICE" },
  }
  for _, it in ipairs(wanted) do
    say("completion", vim.trim(it[1]), join(vim.list_slice(offered(it[1], it[2]), 1, 5), function(item) return item.label end))
  end
end

function features.structure()
  say("folds", join(ask("textDocument/foldingRange", document()), function(it) return it.startLine + 1 .. "-" .. it.endLine + 1 end))
  local params = document()
  params.positions = { at("i < count", 4).position }
  local range, widths = ask("textDocument/selectionRange", params)[1], {}
  while range do
    table.insert(widths, range.range.start.line + 1 .. ":" .. range.range.start.character .. "-" .. range.range["end"].line + 1 .. ":" .. range.range["end"].character)
    range = range.parent
  end
  say("selections", table.concat(widths, " "))
end

function features.lenses()
  -- Launches of all units are counted.
  wait("launches of the project", function()
    return #vim.tbl_filter(function(it) return it.command.title == "kernel: 2 launches" end, ask("textDocument/codeLens", document())) == 1
  end)
  say("lenses", join(ask("textDocument/codeLens", document()),
    function(it) return it.range.start.line + 1 .. " " .. it.command.title end))
end

function features.views()
  at("int main")
  vim.cmd("AsunderHost")
  local host, device = "asunder://host file.cpp", "asunder://device code.cu"
  wait("host file", function() return shown(host) ~= "" end)
  say("host", vim.trim(shown(host):match("[^\n]*__cudaPushCallConfiguration[^\n]*")))
  -- The view follows the edit and the cursor.
  vim.fn.setline(vim.fn.search("dim3 grid"), "    dim3 grid(8, 2);")
  vim.cmd("doautocmd TextChanged")
  wait("host file that follows", function() return shown(host):match("grid%(8, 2%)") end)
  say("host follows", vim.trim(shown(host):match("[^\n]*dim3 grid[^\n]*")))
  vim.cmd("undo")
  at("fill(float")
  vim.cmd("AsunderDevice")
  wait("device code", function() return shown(device) ~= "" end)
  say("device", shown(device):match("[^\n]*"))
  at("scaled(float")
  vim.cmd("doautocmd CursorMoved")
  wait("device code that follows", function() return shown(device):match("^[^\n]*scaled") end)
  say("device follows", shown(device):match("[^\n]*"))
  local chain = ask("asunder/whyKept", at("scaled(float"))
  say("kept", chain[1].reason)
end

function features.renaming()
  local _, refused = ask("textDocument/rename", vim.tbl_extend("force", at("threadIdx"), { newName = "t" }))
  say("refused", refused)
  say("prepared", ask("textDocument/prepareRename", at("total(shape")).placeholder)
  at("total(shape")
  vim.lsp.buf.rename("sum_of")
  wait("new name", function() return vim.fn.search("sum_of(shape", "nw") > 0 end)
  for _, name in ipairs({ "main.cu", "other.cu", "shapes.cuh" }) do
    local buffer = vim.fn.bufnr(name)
    local text = buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") or ""
    say("renamed", name, select(2, text:gsub("sum_of", "")))
  end
end

function features.saving()
  vim.cmd("silent! wall")
  say("saved", tostring(not vim.bo.modified))
  vim.cmd("bdelete!")
  say("closed", #vim.fn.getbufinfo({ buflisted = 1 }))
end

local ok, problem = pcall(function()
  require("asunder").setup({ cmd = { vim.env.ASUNDER, "lsp" }, toolkit = vim.env.TOOLKIT })
  vim.o.hidden, vim.o.swapfile = true, false
  vim.cmd("edit " .. vim.env.SOURCE)
  vim.cmd("setfiletype cuda")
end)
if not ok then say("failed:", tostring(problem)) end
for _, name in ipairs({
  "diagnostics", "fixes", "hover", "navigation", "symbols", "tokens", "hints", "signatures", "completion", "structure",
  "lenses", "views", "renaming", "saving",
}) do
  local done, reason = pcall(features[name])
  if not done then say(name .. " failed:", tostring(reason)) end
end
out:close()
vim.cmd("qall!")
