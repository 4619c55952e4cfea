;;; drive.el --- drives `editors/emacs/asunder.el' in a batch Emacs -*- lexical-binding: t -*-

;; Writes what it gets, a line or some for each feature, to OUT.
;; Variables: EDITOR (the folder of asunder.el), ASUNDER (the program), TOOLKIT, SOURCE, OUT.

;;; Code:

(package-initialize)
(add-to-list 'load-path (getenv "EDITOR"))
(require 'asunder)
(setq asunder-program (getenv "ASUNDER")
      asunder-toolkit (getenv "TOOLKIT")
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)

(defvar drive-lines nil)
(defun drive-say (&rest words)
  (push (replace-regexp-in-string "[ \n]+" " " (string-trim (mapconcat #'identity words " "))) drive-lines))

(defun drive-wait (what condition)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "No %s" what))
      (accept-process-output nil 0.02))))

(defun drive-at (text &optional skip)
  "Go to TEXT, SKIP characters behind its start."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or skip 0))))

(defun drive-place (it)
  (let ((marker (xref-location-marker (xref-item-location it))))
    (with-current-buffer (marker-buffer marker)
      (format "%s:%d" (file-name-nondirectory buffer-file-name) (line-number-at-pos marker)))))

(defun drive-is-before (a b)
  (let ((at (flymake-diagnostic-beg a)) (other (flymake-diagnostic-beg b)))
    (or (< at other) (and (= at other) (string< (flymake-diagnostic-text a) (flymake-diagnostic-text b))))))

(defun drive-features ()
  (find-file (getenv "SOURCE"))
  (drive-say "mode" (symbol-name major-mode))
  (apply #'eglot--connect (eglot--guess-contact))
  (drive-wait "server" #'eglot-current-server)
  (flymake-mode 1)
  (drive-wait "diagnostics" (lambda () (flymake-start) (= (length (flymake-diagnostics)) 4)))
  (dolist (it (sort (flymake-diagnostics) #'drive-is-before))
    (drive-say "diagnostic" (number-to-string (line-number-at-pos (flymake-diagnostic-beg it)))
               (car (split-string (flymake-diagnostic-text it) "\n"))))
  (drive-at "box.get" 4)
  (drive-say "hover" (plist-get (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover
                                                            (eglot--TextDocumentPositionParams)) :contents) :value))
  (drive-at "total(shape")
  (drive-say "definition" (mapconcat #'drive-place (xref-backend-definitions 'eglot "total") " "))
  (drive-say "references" (mapconcat #'drive-place (xref-backend-references 'eglot "total") " "))
  (drive-say "symbols" (mapconcat (lambda (kind) (format "%s: %s" (car kind) (mapconcat #'car (cdr kind) " ")))
                                  (funcall imenu-create-index-function) "; "))
  (drive-at "dim3 grid")
  (beginning-of-line)
  (insert "    circle.\n")
  (backward-char)
  (eglot--signal-textDocument/didChange)
  (let* ((data (eglot-completion-at-point))
         (all (all-completions "" (nth 2 data))))
    (drive-say "completion" (mapconcat #'substring-no-properties (sort all #'string<) " ")))
  (delete-region (line-beginning-position) (1+ (line-end-position)))
  (eglot--signal-textDocument/didChange)
  (drive-at "int main")
  (asunder-host-text)
  (drive-say "host" (with-current-buffer "*asunder host*"
                      (goto-char (point-min))
                      (search-forward "__cudaPushCallConfiguration")
                      (buffer-substring (line-beginning-position) (line-end-position))))
  (drive-at "fill(float")
  (asunder-device-text)
  (drive-say "device" (with-current-buffer "*asunder device*"
                        (goto-char (point-min))
                        (buffer-substring (line-beginning-position) (line-end-position))))
  (drive-at "scaled(float")
  (asunder--follow)
  (drive-wait "device code that follows"
              (lambda () (with-current-buffer "*asunder device*"
                           (goto-char (point-min))
                           (search-forward "scaled" (line-end-position) t))))
  (drive-say "device follows" (with-current-buffer "*asunder device*"
                                (buffer-substring (line-beginning-position) (line-end-position))))
  (drive-say "kept" (asunder-why-kept))
  (drive-at "total(shape")
  (eglot-rename "sum_of")
  (dolist (name '("main.cu" "other.cu" "shapes.cuh"))
    (with-current-buffer (find-file-noselect (expand-file-name name (file-name-directory (getenv "SOURCE"))))
      (drive-say "renamed" name (number-to-string (how-many "sum_of" (point-min) (point-max))))))
  (eglot-shutdown (eglot-current-server))
  (drive-say "shut down"))

(condition-case problem
    (drive-features)
  (error (drive-say "failed:" (error-message-string problem))))
(with-temp-file (getenv "OUT")
  (insert (mapconcat #'identity (reverse drive-lines) "\n") "\n"))

;;; drive.el ends here
