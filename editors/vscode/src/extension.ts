// Starts `asunder lsp` and shows what only it has: the host file, and what the device keeps, of the function at the cursor.

import * as vscode from "vscode";
import {
    LanguageClient,
    type LanguageClientOptions,
    type Location,
    type Position,
    type ServerOptions,
} from "vscode-languageclient/node";

const LANGUAGES = ["cuda-cpp", "cuda"];
/** The scheme of documents that the server makes. */
const SCHEME = "asunder";
/** How long a view waits after an edit or a movement of the cursor. */
const DELAY_MS = 150;

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const views = new Views();
    context.subscriptions.push(
        views,
        vscode.commands.registerCommand("asunder.showHostText", (...at) => views.show("hostText", at)),
        vscode.commands.registerCommand("asunder.showDeviceText", (...at) => views.show("deviceText", at)),
        vscode.commands.registerCommand("asunder.whyKept", (...at) => whyKept(at)),
        vscode.commands.registerCommand("asunder.showReferences", showReferences),
        vscode.commands.registerCommand("asunder.addFlag", addFlag),
        vscode.commands.registerCommand("asunder.restart", restart),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration("asunder.path")) {
                void restart();
            }
        }),
    );
    await start();
}

export async function deactivate(): Promise<void> {
    await client?.stop();
}

function settings(): Record<string, unknown> {
    const all = vscode.workspace.getConfiguration("asunder");
    return {
        toolkit: all.get<string>("toolkit") || undefined,
        compileCommands: all.get<string>("compileCommands") || undefined,
        flags: all.get<string[]>("flags"),
    };
}

async function start(): Promise<void> {
    const command = vscode.workspace.getConfiguration("asunder").get<string>("path") || "asunder";
    const server: ServerOptions = { command, args: ["lsp"] };
    const options: LanguageClientOptions = {
        documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
        initializationOptions: settings(),
        synchronize: { configurationSection: "asunder" },
    };
    client = new LanguageClient("asunder", "asunder", server, options);
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        const open = "Set the path";
        const message = `asunder: cannot start \`${command} lsp\`: ${String(error)}`;
        if ((await vscode.window.showErrorMessage(message, open)) === open) {
            await vscode.commands.executeCommand("workbench.action.openSettings", "asunder.path");
        }
    }
}

async function restart(): Promise<void> {
    await client?.stop();
    await start();
}

/** Adds an option of nvcc for files that no list of compile commands has. */
async function addFlag(flag: string): Promise<void> {
    const settings = vscode.workspace.getConfiguration("asunder");
    const flags = settings.get<string[]>("flags") ?? [];
    if (!flags.includes(flag)) {
        const target = vscode.workspace.workspaceFolders
            ? vscode.ConfigurationTarget.Workspace
            : vscode.ConfigurationTarget.Global;
        await settings.update("flags", [...flags, flag], target);
    }
}

type View = "hostText" | "deviceText";

interface Source {
    uri: vscode.Uri;
    position: vscode.Position;
}

/** The place that a lens or a menu names, or else the cursor. */
function place(at: unknown[]): Source | undefined {
    const [uri, position] = at as [string?, Position?];
    if (typeof uri === "string" && position) {
        return { uri: vscode.Uri.parse(uri), position: new vscode.Position(position.line, position.character) };
    }
    const editor = vscode.window.activeTextEditor;
    return editor && { uri: editor.document.uri, position: editor.selection.active };
}

function params(source: Source) {
    return {
        textDocument: { uri: source.uri.toString() },
        position: { line: source.position.line, character: source.position.character },
    };
}

/** Documents that the server makes of the function at the cursor; they follow edits and the cursor. */
class Views implements vscode.TextDocumentContentProvider, vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;
    private readonly sources = new Map<View, Source>();
    private readonly subscriptions: vscode.Disposable[];
    private timer: NodeJS.Timeout | undefined;

    constructor() {
        this.subscriptions = [
            vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
            vscode.workspace.onDidChangeTextDocument((change) => this.later(change.document.uri)),
            vscode.window.onDidChangeTextEditorSelection((change) => {
                const uri = change.textEditor.document.uri;
                for (const [view, source] of this.sources) {
                    if (source.uri.toString() === uri.toString()) {
                        this.sources.set(view, { uri, position: change.selections[0].active });
                    }
                }
                this.later(uri);
            }),
        ];
    }

    async show(view: View, at: unknown[]): Promise<void> {
        const source = place(at);
        if (!source || !client) {
            return;
        }
        this.sources.set(view, source);
        const uri = this.uri(view);
        this.changed.fire(uri);
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.languages.setTextDocumentLanguage(document, view === "hostText" ? "cpp" : "cuda-cpp");
        const column = vscode.ViewColumn.Beside;
        await vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: true, preview: false });
    }

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const view: View = uri.authority === "host" ? "hostText" : "deviceText";
        const source = this.sources.get(view);
        if (!source || !client) {
            return "";
        }
        const answer = await client
            .sendRequest<{ text: string } | null>(`asunder/${view}`, params(source))
            .catch(() => null);
        return answer?.text ?? "// nothing is known about this place\n";
    }

    private uri(view: View): vscode.Uri {
        const [authority, path] = view === "hostText" ? ["host", "/host file.cpp"] : ["device", "/device code.cu"];
        return vscode.Uri.from({ scheme: SCHEME, authority, path });
    }

    private later(uri: vscode.Uri): void {
        const views = [...this.sources].filter(([, source]) => source.uri.toString() === uri.toString());
        if (views.length === 0) {
            return;
        }
        clearTimeout(this.timer);
        this.timer = setTimeout(() => views.forEach(([view]) => this.changed.fire(this.uri(view))), DELAY_MS);
    }

    dispose(): void {
        clearTimeout(this.timer);
        this.subscriptions.forEach((it) => it.dispose());
        this.changed.dispose();
    }
}

interface Link {
    location: Location | null;
    text: string;
    reason: string;
}

async function whyKept(at: unknown[]): Promise<void> {
    const source = place(at);
    const chain = source && (await client?.sendRequest<Link[] | null>("asunder/whyKept", params(source)));
    if (!chain) {
        void vscode.window.showInformationMessage("asunder: the device compiler does not get this.");
        return;
    }
    const items = chain.map((link) => ({ label: link.text, detail: link.reason, link }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Why the device compiler gets it" });
    const location = chosen?.link.location;
    if (location && client) {
        const target = client.protocol2CodeConverter.asLocation(location);
        await vscode.window.showTextDocument(target.uri, { selection: target.range });
    }
}

async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
    if (client) {
        await vscode.commands.executeCommand(
            "editor.action.showReferences",
            vscode.Uri.parse(uri),
            client.protocol2CodeConverter.asPosition(position),
            locations.map((location) => client!.protocol2CodeConverter.asLocation(location)),
        );
    }
}
