-- asunder in Neovim 0.7 and later: CUDA sources are served by `asunder lsp`.
--
--   require("asunder").setup({ cmd = { "asunder", "lsp" }, toolkit = "/usr/local/cuda" })

local M = {}

local FILETYPES = { cuda = true }

--- How long a view waits after an edit or a movement of the cursor.
local DELAY_MS = 150

--- The views that are shown, by the names of their buffers: the buffer of the source, the request and the file type.
local views = {}

--- Brings a view up to date with the function at the cursor.
local function refresh(name)
  local view = views[name]
  if vim.api.nvim_get_current_buf() ~= view.source then return end
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  vim.lsp.buf_request(view.source, view.method, params, function(problem, result)
    if problem or not result then
      -- A text that is followed stays while the cursor stands between functions.
      if not view.is_shown then vim.notify("asunder: nothing is known about this place") end
      return
    end
    local buffer = vim.fn.bufnr(name)
    if buffer == -1 then
      buffer = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_name(buffer, name)
    end
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(result.text, "\n"))
    vim.api.nvim_buf_set_option(buffer, "filetype", view.filetype)
    if not view.is_shown and vim.fn.bufwinid(buffer) == -1 then
      vim.cmd("vertical sbuffer " .. buffer)
      vim.cmd("wincmd p")
    end
    view.is_shown = true
  end)
end

--- The text of the function at the cursor as the host compiler or the device compiler gets it, in a window beside. It
--- follows edits and the cursor for as long as its window is open.
local function show(method, name, filetype)
  local source = vim.api.nvim_get_current_buf()
  views[name] = { source = source, method = method, filetype = filetype }
  refresh(name)
end

--- An edit or a movement of the cursor in the current buffer.
local function moved()
  for name, view in pairs(views) do
    if view.is_shown and vim.fn.bufwinid(vim.fn.bufnr(name)) == -1 then
      views[name] = nil
    elseif view.is_shown and vim.api.nvim_get_current_buf() == view.source then
      if view.timer then view.timer:stop() end
      view.timer = vim.defer_fn(function() if views[name] then refresh(name) end end, DELAY_MS)
    end
  end
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

--- What the server is told of these options.
function M.settings(options)
  return { toolkit = options.toolkit, compileCommands = options.compile_commands, flags = options.flags }
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
    init_options = M.settings(options),
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
  -- An option of nvcc for files that no list of compile commands has: for this session.
  vim.lsp.commands["asunder.addFlag"] = function(command, context)
    options.flags = vim.list_extend(options.flags or {}, command.arguments)
    local client = vim.lsp.get_client_by_id(context.client_id)
    client.notify("workspace/didChangeConfiguration", { settings = { asunder = M.settings(options) } })
  end
  vim.lsp.commands["asunder.showReferences"] = function(command)
    local items = vim.lsp.util.locations_to_items(command.arguments[3], "utf-16")
    vim.fn.setqflist({}, " ", { title = command.title, items = items })
    vim.cmd("copen")
  end
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "CursorMoved", "CursorMovedI" }, { callback = moved })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = vim.tbl_keys(FILETYPES),
    callback = function() M.start(options) end,
  })
end

return M
