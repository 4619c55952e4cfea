;;; asunder.el --- CUDA C++ by `asunder lsp' -*- lexical-binding: t -*-

;; For Emacs 29 and later, and for Emacs 28 with the package eglot.

;;; Code:

(require 'eglot)
(require 'cc-mode)

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

(defun asunder--show (method name mode)
  "Show the answer to METHOD at point in a buffer NAME in MODE."
  (let ((answer (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams))))
    (if (null answer)
        (message "asunder: nothing is known about this place")
      (with-current-buffer (get-buffer-create name)
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (plist-get answer :text))
          (goto-char (point-min))
          (funcall mode)
          (setq buffer-read-only t))
        (display-buffer (current-buffer))))))

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
