-- Drives `editors/neovim/asunder.lua` in a headless Neovim and writes what it gets, one line for each feature.
-- Variables: EDITOR (the folder of asunder.lua), ASUNDER (the program), TOOLKIT, SOURCE, OUT.

vim.opt.runtimepath:append(".")
package.path = vim.env.EDITOR .. "/?.lua;" .. package.path
local out = assert(io.open(vim.env.OUT, "w"))
local function say(...) out:write(table.concat({ ... }, " "), "\n") end

local ok, problem = pcall(function()
  require("asunder").setup({ cmd = { vim.env.ASUNDER, "lsp" }, toolkit = vim.env.TOOLKIT })
  vim.cmd("edit " .. vim.env.SOURCE)
  vim.cmd("setfiletype cuda")
  assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end), "no diagnostics")
  for _, it in ipairs(vim.diagnostic.get(0)) do
    say("diagnostic", it.lnum + 1, it.code or it.user_data.lsp.code, it.message)
  end

  local function at(text, skip)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      local column = line:find(text, 1, true)
      if column then
        vim.api.nvim_win_set_cursor(0, { number, column - 1 + (skip or 0) })
        return vim.lsp.util.make_position_params(0, "utf-16")
      end
    end
    error("not found: " .. text)
  end
  local function ask(method, params)
    local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000), method .. ": no answer")
    for _, answer in pairs(answers) do
      if answer.error then
        return nil, answer.error.message
      end
      return answer.result
    end
  end
  local function document() return { textDocument = vim.lsp.util.make_text_document_params() } end
  local function range(params)
    params.range = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
    return params
  end
  local function place(it) return vim.fn.fnamemodify(vim.uri_to_fname(it.uri), ":t") .. ":" .. it.range.start.line + 1 end
  local function count(list) return tostring(#(list or {})) end

  say("hover", ask("textDocument/hover", at("add_one<<<")).contents.value:match("\n([^\n]*)"))
  for _, method in ipairs({ "definition", "declaration", "typeDefinition", "implementation" }) do
    local params = method == "typeDefinition" and at("v{1") or at("scaled(data")
    say(method, place(ask("textDocument/" .. method, params)[1]))
  end
  local references = at("add_one<<<")
  references.context = { includeDeclaration = true }
  say("references", count(ask("textDocument/references", references)))
  say("highlights", count(ask("textDocument/documentHighlight", at("count)"))))
  say("symbols", count(ask("textDocument/documentSymbol", document())))
  say("workspace symbols", count(ask("workspace/symbol", { query = "Vec" })))
  say("tokens", count(ask("textDocument/semanticTokens/full", document()).data))
  say("folds", count(ask("textDocument/foldingRange", document())))
  local selection = document()
  selection.positions = { at("count)").position }
  say("selections", count(ask("textDocument/selectionRange", selection)))
  say("hints", count(ask("textDocument/inlayHint", range(document()))))
  say("signature", ask("textDocument/signatureHelp", at("1024")).signatures[1].label)
  say("completion", ask("textDocument/completion", at("v.length", 2)).items[1].label)
  say("lenses", ask("textDocument/codeLens", document())[1].command.title)
  local actions = range(document())
  actions.context = { diagnostics = { vim.diagnostic.get(0)[1].user_data.lsp } }
  actions.context.diagnostics[1].range = { start = { line = 16, character = 8 }, ["end"] = { line = 16, character = 14 } }
  actions.context.diagnostics[1].source = "nvcc"
  actions.context.diagnostics[1].message = ""
  say("action", ask("textDocument/codeAction", actions)[1].title)

  at("count)")
  vim.lsp.buf.rename("elements")
  assert(vim.wait(20000, function() return vim.fn.search("int elements", "nw") > 0 end), "not renamed")
  say("renamed", vim.fn.getline(6))

  at("int main")
  vim.cmd("AsunderHost")
  local function shown(name)
    local buffer = vim.fn.bufnr(name)
    return buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") or ""
  end
  assert(vim.wait(20000, function() return shown("asunder://host file.cpp") ~= "" end), "no host file")
  say("host", shown("asunder://host file.cpp"):match("[^\n]*__cudaPushCallConfiguration%(dim3[^\n]*"))
end)
if not ok then
  say("failed:", tostring(problem))
end
out:close()
vim.cmd("qall!")
