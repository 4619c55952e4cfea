//! The main loop: messages in, answers out, nothing that takes long.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeResult,
    ServerInfo,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities::{self, Client};
use crate::documents::{Document, Documents};
use crate::index::Indexer;
use crate::publisher::Publisher;
use crate::settings::Settings;
use crate::text::Text;
use crate::transport::DAMAGED;
use crate::world::World;
use crate::{requests, uri};

/// Requests that are answered at the same time.
const WORKERS: usize = 3;

/// A request that a worker is to answer.
struct Job {
    request: Request,
    documents: Arc<Documents>,
    is_cancelled: Arc<AtomicBool>,
}

/// Serves a client until it says `exit`, or goes: the exit status of the process. `cache` is a folder for what host
/// compilers say about themselves.
pub fn serve(connection: Connection, cache: Option<PathBuf>) -> i32 {
    let Connection { sender, receiver } = connection;
    let Some(params) = initialize(&sender, &receiver) else { return 1 };
    let client = Client::read(&params);
    let settings = Settings::read(params.get("initializationOptions").unwrap_or(&Value::Null));
    let world = Arc::new(World::new(client, settings, sender, cache));
    let (jobs, work) = unbounded::<Job>();
    let (answers, answered) = unbounded::<Response>();
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let (world, work, answers) = (world.clone(), work.clone(), answers.clone());
            thread::spawn(move || {
                for job in work {
                    if let Some(response) = answer(&world, job)
                        && answers.send(response).is_err()
                    {
                        return;
                    }
                }
            })
        })
        .collect();
    let indexer = Indexer::start(world.clone());
    let publisher = Publisher::start(world.clone(), indexer.bell());
    let mut main = Main { world, publisher, jobs, pending: HashMap::new(), is_shut_down: false };
    let status = main.run(&receiver, &answered);
    let Main { world, publisher, jobs, pending, .. } = main;
    pending.values().for_each(|cancelled| cancelled.store(true, Ordering::Relaxed));
    drop(jobs);
    publisher.end();
    indexer.end();
    for worker in workers {
        // Panics of requests are caught; one of a worker is the end of the process anyway.
        let _ = worker.join();
    }
    drop(world);
    status
}

/// Waits for `initialize` and answers it: its parameters.
fn initialize(sender: &Sender<Message>, receiver: &Receiver<Message>) -> Option<Value> {
    for message in receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                let result = InitializeResult {
                    capabilities: capabilities::server(&Client::read(&request.params)),
                    server_info: Some(ServerInfo {
                        name: "asunder".to_owned(),
                        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                    }),
                };
                // Without a client there is nobody to answer.
                let _ = sender.send(Response::new_ok(request.id, result).into());
                return Some(request.params);
            }
            Message::Request(request) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                let _ = sender
                    .send(Response::new_err(request.id, code, "`initialize` comes first".to_owned()).into());
            }
            Message::Notification(it) if it.method == "exit" => return None,
            Message::Notification(it) if it.method == DAMAGED => {
                let _ = sender.send(it.into());
            }
            _ => {}
        }
    }
    None
}

struct Main {
    world: Arc<World>,
    publisher: Publisher,
    jobs: Sender<Job>,
    /// Requests that are not answered yet, with what says that nobody waits any more.
    pending: HashMap<RequestId, Arc<AtomicBool>>,
    is_shut_down: bool,
}

impl Main {
    fn run(&mut self, messages: &Receiver<Message>, answers: &Receiver<Response>) -> i32 {
        loop {
            select! {
                recv(messages) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(it)) if it.method == "exit" => {
                        return i32::from(!self.is_shut_down);
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    // Answers to what the server asked for do not matter.
                    Ok(Message::Response(_)) => {}
                    Err(_) => return 1,
                },
                recv(answers) -> answer => {
                    if let Ok(answer) = answer
                        && self.pending.remove(&answer.id).is_some()
                    {
                        self.send(answer.into());
                    }
                }
            }
        }
    }

    fn send(&self, message: Message) {
        // Without a client there is nobody to answer.
        let _ = self.world.sender.send(message);
    }

    fn request(&mut self, request: Request) {
        let refuse = |code: ErrorCode, text: &str| {
            Message::from(Response::new_err(request.id.clone(), code as i32, text.to_owned()))
        };
        if self.is_shut_down {
            return self.send(refuse(ErrorCode::InvalidRequest, "the server is shut down"));
        }
        match request.method.as_str() {
            "initialize" => self.send(refuse(ErrorCode::InvalidRequest, "`initialize` comes once")),
            "shutdown" => {
                self.is_shut_down = true;
                self.send(Response::new_ok(request.id, Value::Null).into());
            }
            _ => {
                let is_cancelled = Arc::new(AtomicBool::new(false));
                self.pending.insert(request.id.clone(), is_cancelled.clone());
                let documents = self.world.documents();
                // The workers live as long as this value.
                let _ = self.jobs.send(Job { request, documents, is_cancelled });
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        match notification.method.as_str() {
            "initialized" => {
                self.watch_files();
                self.publisher.wake();
            }
            "textDocument/didOpen" => self.opened(notification.params),
            "textDocument/didChange" => self.changed(notification.params),
            "textDocument/didSave" => {
                self.world.files_changed();
                self.publisher.wake();
            }
            "textDocument/didClose" => self.closed(notification.params),
            "workspace/didChangeConfiguration" => {
                let settings = notification.params.get("settings").unwrap_or(&Value::Null);
                if settings.get("asunder").is_some() {
                    self.world.set_settings(Settings::read(settings));
                    self.publisher.wake();
                }
            }
            "workspace/didChangeWatchedFiles" => {
                self.world.files_changed();
                self.publisher.wake();
            }
            "$/cancelRequest" => {
                let id = notification.params.get("id").cloned().unwrap_or(Value::Null);
                let Ok(id) = serde_json::from_value::<RequestId>(id) else { return };
                if let Some(is_cancelled) = self.pending.remove(&id) {
                    is_cancelled.store(true, Ordering::Relaxed);
                    let code = ErrorCode::RequestCanceled as i32;
                    self.send(Response::new_err(id, code, "cancelled by the client".to_owned()).into());
                }
            }
            DAMAGED => self.send(notification.into()),
            method => tracing::debug!(method, "passed over"),
        }
    }

    /// Asks to hear of changes by others of what units are made of.
    fn watch_files(&self) {
        if !self.world.client.watches_files {
            return;
        }
        let globs = ["**/*.{cu,cuh,h,hpp,hh,hxx,inl,inc}", "**/compile_commands.json"];
        let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let registration = json!({
            "id": "asunder/files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        self.world.request("client/registerCapability", json!({ "registrations": [registration] }));
    }

    fn opened(&mut self, params: Value) {
        let Some(params) = read::<DidOpenTextDocumentParams>(params) else { return };
        let item = params.text_document;
        let Some(path) = uri::path(&item.uri).map(|path| uri::canonical(&path)) else { return };
        let mut documents = Documents::clone(&self.world.documents());
        documents.open(Document {
            uri: item.uri,
            path: path.clone(),
            version: item.version,
            language: item.language_id,
            text: Text::new(item.text.into()),
        });
        self.world.set_documents(documents, &path);
        self.publisher.wake();
    }

    fn changed(&mut self, params: Value) {
        let Some(params) = read::<DidChangeTextDocumentParams>(params) else { return };
        let Some(path) = uri::path(&params.text_document.uri).map(|path| uri::canonical(&path)) else {
            return;
        };
        let mut documents = Documents::clone(&self.world.documents());
        let version = params.text_document.version;
        let encoding = self.world.client.encoding;
        if documents.change(&path, version, &params.content_changes, encoding) {
            self.world.set_documents(documents, &path);
            self.publisher.wake();
        }
    }

    fn closed(&mut self, params: Value) {
        let Some(params) = read::<DidCloseTextDocumentParams>(params) else { return };
        let Some(path) = uri::path(&params.text_document.uri).map(|path| uri::canonical(&path)) else {
            return;
        };
        let mut documents = Documents::clone(&self.world.documents());
        if documents.close(&path).is_some() {
            self.world.set_documents(documents, &path);
            self.publisher.wake();
        }
    }
}

/// The parameters of a notification; `None`, and a line in the log, for damaged ones.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    match serde_json::from_value(params) {
        Ok(params) => Some(params),
        Err(error) => {
            tracing::warn!(%error, "a notification is damaged");
            None
        }
    }
}

/// The answer to a request; `None` where nobody waits for it.
fn answer(world: &World, job: Job) -> Option<Response> {
    let Job { request: Request { id, method, params }, documents, is_cancelled } = job;
    if is_cancelled.load(Ordering::Relaxed) {
        return None;
    }
    let result =
        std::panic::catch_unwind(AssertUnwindSafe(|| requests::answer(world, &documents, &method, params)));
    let result = result.unwrap_or_else(|_| {
        let (code, message) = (ErrorCode::InternalError as i32, "internal error".to_owned());
        Err(ResponseError { code, message, data: None })
    });
    Some(Response { id, response_result: result })
}
