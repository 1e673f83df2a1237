// JupyterLab, without those answers of its server that only its server has: settings and workspaces last as long as the page.
import "@lumino/widgets/style/index.css";
import "@jupyter-widgets/controls/css/widgets.css";
import {JupyterLab} from "@jupyterlab/application";
import {ISettingManager, IServiceManager, IWorkspaceManager} from "@jupyterlab/services";
import {DataConnector} from "@jupyterlab/statedb";
import {ITranslatorConnector} from "@jupyterlab/translation";
import {PluginRegistry} from "@lumino/coreutils";
import * as base from "@jupyter-widgets/base";
import * as extensions from "parts:extensions";
import settings from "parts:settings";

class Settings extends DataConnector {
  fetch = async (id) => found(id);
  list = async () => ({ids: settings.map(({id}) => id), values: settings.map(({id}) => found(id))});
  save = async (id, raw) => { settings.find((each) => each.id === id).raw = raw; };
}
const found = (id) => ({...settings.find((each) => each.id === id), data: {composite: {}, user: {}}});

class Workspaces extends DataConnector {
  fetch = async (id) => ({data: {}, metadata: {id}});
  list = async () => ({ids: [], values: []});
  save = async () => {};
}

const own = [
  {id: "xaia:settings", provides: ISettingManager, activate: () => new Settings()},
  {id: "xaia:workspaces", provides: IWorkspaceManager, activate: () => new Workspaces()},
  {id: "xaia:english", provides: ITranslatorConnector, activate: () => ({fetch: async () => ({data: {}, message: ""})})},
  // As its own plugin does where webpack shares modules. anywidget's file is for a loader that knows define.
  {id: "xaia:anywidget", autoStart: true, requires: [base.IJupyterWidgetRegistry], activate: (app, registry) => registry.registerWidget({name: "anywidget", version: "0.11.0", exports})},
];
async function exports() {
  return globalThis.anywidget ??= await new Promise((resolve) => {
    globalThis.define = (needs, made) => resolve(made(base));
    import("anywidget");
  });
}

const replaced = ["@jupyterlab/services-extension:setting-manager", "@jupyterlab/services-extension:workspace-manager", "@jupyterlab/apputils-extension:announcements", "@jupyterlab/translation-extension:translator-connector"];
const plugins = Object.values(extensions).flatMap((module) => module.default).filter(({id}) => !replaced.includes(id));
const pluginRegistry = new PluginRegistry();
pluginRegistry.registerPlugins([...plugins, ...own]);
const serviceManager = await pluginRegistry.resolveRequiredService(IServiceManager);
globalThis.lab = new JupyterLab({pluginRegistry, serviceManager, mimeExtensions: [], disabled: {matches: [], patterns: []}, deferred: {matches: [], patterns: []}});
globalThis.lab.start({ignorePlugins: []});
await globalThis.lab.restored;
document.documentElement.dataset.restored = "";
