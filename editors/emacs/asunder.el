;;; asunder.el --- CUDA C++ by `asunder lsp' -*- lexical-binding: t -*-

;; For Emacs 29 and later, and for Emacs 28 with the package eglot.

;;; Code:

(require 'eglot)
(require 'cc-mode)
(require 'cl-lib)
(require 'pcase)

(defgroup asunder nil "CUDA C++ by asunder." :group 'tools)

(defcustom asunder-program "asunder" "The program." :type 'string)
(defcustom asunder-toolkit nil "The folder of the toolkit; nil for that of nvcc." :type '(choice (const nil) directory))
(defcustom asunder-flags nil "Options of nvcc for files that no list of compile commands has." :type '(repeat string))

;;;###autoload
(define-derived-mode asunder-cuda-mode c++-mode "CUDA"
  "CUDA C++.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . asunder-cuda-mode))

(put 'asunder-cuda-mode 'eglot-language-id "cuda-cpp")

(defun asunder-contact (&rest _)
  "How eglot starts the server."
  (let ((options (append (and asunder-toolkit (list :toolkit (expand-file-name asunder-toolkit)))
                         (and asunder-flags (list :flags (vconcat asunder-flags))))))
    (append (list asunder-program "lsp")
            (and options (list :initializationOptions options)))))

(add-to-list 'eglot-server-programs '(asunder-cuda-mode . asunder-contact))
(add-hook 'asunder-cuda-mode-hook #'eglot-ensure)

(defvar asunder--views nil
  "The texts that are shown: the name of each buffer, its request, its mode, and the buffer of the source.")

(defvar asunder--timer nil "What brings the texts up to date.")

(defun asunder--fill (name mode answer)
  "Put the text of ANSWER into the buffer NAME, in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (plist-get answer :text))
      (goto-char (point-min))
      (unless (eq major-mode mode) (funcall mode))
      (setq buffer-read-only t)
      (current-buffer))))

(defun asunder--show (method name mode)
  "Show the answer to METHOD at point in a buffer NAME in MODE; it follows edits and point for as long as it is shown."
  (let ((answer (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams))))
    (if (null answer)
        (message "asunder: nothing is known about this place")
      (display-buffer (asunder--fill name mode answer))
      (setf (alist-get name asunder--views nil nil #'equal) (list method mode (current-buffer)))
      (unless asunder--timer
        (setq asunder--timer (run-with-idle-timer 0.3 t #'asunder--follow))))))

(defun asunder--follow ()
  "Bring the texts that are shown of the current buffer up to date."
  (dolist (view asunder--views)
    (pcase-let ((`(,name ,method ,mode ,source) view))
      (when (and (eq source (current-buffer)) (get-buffer-window name t) (eglot-current-server))
        (eglot--signal-textDocument/didChange)
        (jsonrpc-async-request
         (eglot-current-server) method (eglot--TextDocumentPositionParams)
         :success-fn (lambda (answer) (when answer (asunder--fill name mode answer)))
         :error-fn #'ignore)))))

(defun asunder-why-kept ()
  "Say why the device compiler gets the function at point."
  (interactive)
  (let ((chain (jsonrpc-request (eglot--current-server-or-lose) :asunder/whyKept
                                (eglot--TextDocumentPositionParams))))
    (message "%s" (if (null chain)
                      "asunder: the device compiler does not get this"
                    (mapconcat (lambda (link) (concat (plist-get link :text) " " (plist-get link :reason)))
                               chain "\n")))))

(cl-defmethod eglot-execute-command (_server (_command (eql 'asunder.addFlag)) arguments)
  "Add an option of nvcc for files that no list of compile commands has: for this session."
  (setq asunder-flags (append asunder-flags (append arguments nil)))
  (eglot-reconnect (eglot--current-server-or-lose)))

(defun asunder-host-text ()
  "Show the host file of the function at point."
  (interactive)
  (asunder--show :asunder/hostText "*asunder host*" #'c++-mode))

(defun asunder-device-text ()
  "Show what the device compiler gets because of the function at point."
  (interactive)
  (asunder--show :asunder/deviceText "*asunder device*" #'c++-mode))

(provide 'asunder)
;;; asunder.el ends here
