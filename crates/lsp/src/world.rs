//! What all threads of the server share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use asunder_driver::OpenTexts;
use asunder_driver::workspace::Workspace;
use asunder_nvcc::Planner;
use asunder_nvcc::host::Preprocessor;
use crossbeam_channel::Sender;
use lsp_server::{Message, Notification, Request};
use lsp_types::{LogMessageParams, MessageType, ShowMessageParams};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::capabilities::Client;
use crate::documents::Documents;
use crate::index::Index;
use crate::project::{Compilation, Project};
use crate::settings::Settings;
use crate::units::{Tools, Unit};

/// What all threads share.
pub(crate) struct World {
    pub client: Client,
    pub sender: Sender<Message>,
    pub workspace: Workspace,
    pub preprocessor: Preprocessor,
    /// What nvcc would do.
    pub planner: Planner,
    /// What the units of the project declare and launch.
    pub index: Index,
    /// A folder for what host compilers say about themselves.
    pub cache: Option<PathBuf>,
    /// Grows when saved files may have changed, or what is open has.
    saved_state: AtomicU64,
    documents: RwLock<Arc<Documents>>,
    settings: RwLock<Arc<Settings>>,
    project: Mutex<Project>,
    units: Mutex<FxHashMap<PathBuf, Arc<Unit>>>,
    /// Units that are replaced, for requests that still read them.
    retired: Mutex<Vec<Arc<Unit>>>,
    /// What was said to the user, each once.
    said: Mutex<Vec<String>>,
    next_request: AtomicI32,
}

impl World {
    pub(crate) fn new(
        client: Client,
        settings: Settings,
        sender: Sender<Message>,
        cache: Option<PathBuf>,
    ) -> World {
        World {
            client,
            sender,
            workspace: Workspace::new(),
            planner: Planner::new(cache.clone()),
            preprocessor: Preprocessor::new(cache.clone()),
            index: Index::default(),
            cache,
            saved_state: AtomicU64::new(0),
            documents: RwLock::default(),
            settings: RwLock::new(Arc::new(settings)),
            project: Mutex::default(),
            units: Mutex::default(),
            retired: Mutex::default(),
            said: Mutex::default(),
            next_request: AtomicI32::new(1),
        }
    }

    /// The documents as they are now.
    pub(crate) fn documents(&self) -> Arc<Documents> {
        self.documents.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the documents, and the texts that stand in the place of files. The main loop alone does that.
    pub(crate) fn set_documents(&self, documents: Documents, changed: &Path) {
        let is_open = |documents: &Documents| documents.get(&changed.to_owned()).is_some();
        if is_open(&documents) != is_open(&self.documents()) {
            self.saved_state.fetch_add(1, Ordering::Relaxed);
        }
        let text =
            documents.get(&changed.to_owned()).map(|document| document.text.as_str().as_bytes().into());
        self.preprocessor.set_text(changed, text);
        self.preprocessor.start_revision();
        let texts = documents.iter().map(|it| (it.path.clone(), it.text.shared().clone()));
        let open: OpenTexts = texts.collect();
        *self.documents.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(documents);
        self.workspace.set_open_texts(Arc::new(open));
    }

    /// A number that grows when saved files may have changed, or what is open has.
    pub(crate) fn saved_state(&self) -> u64 {
        self.saved_state.load(Ordering::Relaxed)
    }

    /// The sources of the lists of compile commands that the open documents and the client's folder have.
    pub(crate) fn project_sources(&self) -> Vec<(PathBuf, Compilation)> {
        let documents = self.documents();
        let root = self.client.root.as_ref().map(|root| root.join("any"));
        let mut files: Vec<PathBuf> = documents.iter().map(|it| it.path.clone()).chain(root).collect();
        files.sort();
        self.project().sources(&files, &self.settings())
    }

    /// Says that files were changed by others.
    pub(crate) fn files_changed(&self) {
        self.saved_state.fetch_add(1, Ordering::Relaxed);
        let mut documents = Documents::clone(&self.documents());
        documents.revision += 1;
        self.preprocessor.start_revision();
        *self.documents.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(documents);
    }

    /// Whether documents are still those of a revision.
    pub(crate) fn is_current(&self, revision: u64) -> bool {
        self.documents().revision == revision
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes other settings: all units are made anew.
    pub(crate) fn set_settings(&self, settings: Settings) {
        if *self.settings() == settings {
            return;
        }
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
        let units = std::mem::take(&mut *self.units());
        self.retired().extend(units.into_values());
        self.files_changed();
    }

    /// The tools that units are made with.
    pub(crate) fn tools(&self) -> Tools<'_> {
        Tools { workspace: &self.workspace, preprocessor: &self.preprocessor, planner: &self.planner }
    }

    /// The unit that a file is looked at in: its own, or for a header one that is open and includes it.
    pub(crate) fn unit_of(&self, file: &Path, language: &str) -> Option<Arc<Unit>> {
        let settings = self.settings();
        let is_source = file.extension().is_some_and(|extension| extension == "cu");
        if !is_source {
            let including =
                self.units().values().find(|unit| unit.source != file && unit.has_file(file)).cloned();
            if including.is_some() {
                return including;
            }
            // A source of the same name is likely to include it.
            let near = self.project().sources_near(file, &settings);
            let alike =
                near.into_iter().find(|source| source.file_stem() == file.file_stem() && source != file);
            if let Some(unit) = alike.and_then(|source| self.own_unit(&source, "cuda-cpp", &settings)) {
                let revision = self.documents().revision;
                let is_included =
                    unit.synced(self.tools(), revision).is_ok_and(|it| it.files.contains_key(file));
                if is_included {
                    return Some(unit);
                }
            }
        }
        self.own_unit(file, language, &settings)
    }

    /// The sources of the list of compile commands for a file, those near it first, with the folders of the project in
    /// which each looks for included files.
    pub(crate) fn sources_near(&self, file: &Path) -> Vec<(PathBuf, Vec<PathBuf>)> {
        let settings = self.settings();
        let mut project = self.project();
        let near = project.sources_near(file, &settings);
        let folders = |source: &PathBuf, project: &mut Project| {
            let compilation = project.compilation(source, "", &settings);
            compilation.map(|it| it.command.include_words()).unwrap_or_default()
        };
        let all = near.into_iter().map(|source| {
            let folders = folders(&source, &mut project);
            (source, folders)
        });
        all.collect()
    }

    /// The unit of a source.
    pub(crate) fn source_unit(&self, source: &Path) -> Option<Arc<Unit>> {
        self.own_unit(source, "cuda-cpp", &self.settings())
    }

    fn own_unit(&self, file: &Path, language: &str, settings: &Settings) -> Option<Arc<Unit>> {
        let compilation = self.project().compilation(file, language, settings)?;
        let mut units = self.units();
        if let Some(known) = units.get(file).filter(|known| *known.compilation() == compilation) {
            return Some(known.clone());
        }
        let unit = Arc::new(Unit::new(file.to_owned(), compilation));
        let old = units.insert(file.to_owned(), unit.clone());
        self.retired().extend(old);
        Some(unit)
    }

    /// All units, those of documents among them.
    pub(crate) fn units_with(&self, documents: &Documents) -> Vec<Arc<Unit>> {
        for document in documents.iter() {
            self.unit_of(&document.path, &document.language);
        }
        self.all_units()
    }

    /// All units that were asked for.
    pub(crate) fn all_units(&self) -> Vec<Arc<Unit>> {
        let mut all: Vec<Arc<Unit>> = self.units().values().cloned().collect();
        all.sort_by(|a, b| a.source.cmp(&b.source));
        all
    }

    /// Gives up the units in which no open document stands. Waits for what they do just now.
    pub(crate) fn close_unused(&self) {
        let documents = self.documents();
        let is_used =
            |unit: &Unit| documents.iter().any(|it| it.path == unit.source || unit.has_file(&it.path));
        let mut unused = std::mem::take(&mut *self.retired());
        self.units().retain(|_, unit| {
            let keeps = is_used(unit);
            if !keeps {
                unused.push(unit.clone());
            }
            keeps
        });
        unused.iter().for_each(|unit| unit.close(&self.workspace));
    }

    /// Says something to the user, once.
    pub(crate) fn say(&self, kind: MessageType, message: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&message) {
            said.push(message.clone());
            let message = format!("asunder: {message}");
            self.notify("window/showMessage", ShowMessageParams { typ: kind, message });
        }
    }

    /// Puts a line into the client's log, once.
    pub(crate) fn log(&self, message: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&message) {
            said.push(message.clone());
            self.notify("window/logMessage", LogMessageParams { typ: MessageType::INFO, message });
        }
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        let notification = Notification::new(method.to_owned(), params);
        // Without a client there is nobody to hear it.
        let _ = self.sender.send(notification.into());
    }

    /// Sends a request whose answer does not matter.
    pub(crate) fn request(&self, method: &str, params: impl Serialize) {
        let id = self.next_request.fetch_add(1, Ordering::Relaxed);
        let request = Request::new(id.into(), method.to_owned(), params);
        let _ = self.sender.send(request.into());
    }

    fn project(&self) -> MutexGuard<'_, Project> {
        self.project.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn retired(&self) -> MutexGuard<'_, Vec<Arc<Unit>>> {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn units(&self) -> MutexGuard<'_, FxHashMap<PathBuf, Arc<Unit>>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
