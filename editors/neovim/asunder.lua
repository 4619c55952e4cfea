-- asunder in Neovim 0.7 and later: CUDA sources are served by `asunder lsp`.
--
--   require("asunder").setup({ cmd = { "asunder", "lsp" }, toolkit = "/usr/local/cuda" })

local M = {}

local FILETYPES = { cuda = true }

--- The text of the function at the cursor as the host compiler or the device compiler gets it, in a window beside.
local function show(method, name, filetype)
  local source = vim.api.nvim_get_current_buf()
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  vim.lsp.buf_request(source, method, params, function(problem, result)
    if problem or not result then
      vim.notify("asunder: nothing is known about this place")
      return
    end
    local buffer = vim.fn.bufnr(name)
    if buffer == -1 then
      buffer = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_name(buffer, name)
    end
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(result.text, "\n"))
    vim.api.nvim_buf_set_option(buffer, "filetype", filetype)
    if vim.fn.bufwinid(buffer) == -1 then
      vim.cmd("vertical sbuffer " .. buffer)
      vim.cmd("wincmd p")
    end
  end)
end

--- Why the device compiler gets the function at the cursor.
local function why_kept()
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  vim.lsp.buf_request(0, "asunder/whyKept", params, function(_, chain)
    if not chain then
      vim.notify("asunder: the device compiler does not get this")
      return
    end
    local lines = vim.tbl_map(function(link) return link.text .. "\n    " .. link.reason end, chain)
    vim.notify(table.concat(lines, "\n"))
  end)
end

--- Starts the server for the current buffer, one for each folder of a project.
function M.start(options)
  local root = vim.fs and vim.fs.dirname(vim.fs.find({ "compile_commands.json", "build", ".git" }, {
    upward = true,
    path = vim.fn.expand("%:p:h"),
  })[1] or vim.fn.expand("%:p")) or vim.fn.expand("%:p:h")
  local config = {
    name = "asunder",
    cmd = options.cmd or { "asunder", "lsp" },
    root_dir = root,
    get_language_id = function() return "cuda-cpp" end,
    init_options = {
      toolkit = options.toolkit,
      compileCommands = options.compile_commands,
      flags = options.flags,
    },
    on_attach = options.on_attach,
  }
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  -- Neovim 0.7 has no `vim.lsp.start`.
  M.clients = M.clients or {}
  M.clients[root] = M.clients[root] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, M.clients[root])
  return M.clients[root]
end

function M.setup(options)
  options = options or {}
  vim.api.nvim_create_user_command("AsunderHost", function()
    show("asunder/hostText", "asunder://host file.cpp", "cpp")
  end, { desc = "The host file of the function at the cursor" })
  vim.api.nvim_create_user_command("AsunderDevice", function()
    show("asunder/deviceText", "asunder://device code.cu", "cuda")
  end, { desc = "What the device compiler gets because of the function at the cursor" })
  vim.api.nvim_create_user_command("AsunderWhyKept", why_kept, { desc = "Why the device compiler gets it" })
  vim.lsp.commands = vim.lsp.commands or {}
  vim.lsp.commands["asunder.showHostText"] = function() vim.cmd("AsunderHost") end
  vim.lsp.commands["asunder.showDeviceText"] = function() vim.cmd("AsunderDevice") end
  vim.lsp.commands["asunder.whyKept"] = function() vim.cmd("AsunderWhyKept") end
  vim.lsp.commands["asunder.showReferences"] = function(command)
    local items = vim.lsp.util.locations_to_items(command.arguments[3], "utf-16")
    vim.fn.setqflist({}, " ", { title = command.title, items = items })
    vim.cmd("copen")
  end
  vim.api.nvim_create_autocmd("FileType", {
    pattern = vim.tbl_keys(FILETYPES),
    callback = function() M.start(options) end,
  })
end

return M
