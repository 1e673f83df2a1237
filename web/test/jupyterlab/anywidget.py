"""Python's side of anywidget, which PyPI has and neither Debian nor npm: traits that a widget in the page shares over a comm."""

import traitlets
from ipykernel.comm import Comm


def _opened(state):
    return Comm(target_name="jupyter.widget", data={"state": state, "buffer_paths": []}, metadata={"version": "2.1.0"})


class AnyWidget(traitlets.HasTraits):
    def __init__(self, **values):
        super().__init__(**values)
        self._heard, self._of_page = [], {}
        base = {"_model_module": "@jupyter-widgets/base", "_model_module_version": "2.0.0", "_view_module": "@jupyter-widgets/base", "_view_module_version": "2.0.0"}
        layout = _opened({**base, "_model_name": "LayoutModel", "_view_name": "LayoutView"})
        own = {"_model_module": "anywidget", "_model_name": "AnyModel", "_view_module": "anywidget", "_view_name": "AnyView"}
        versions = {"_model_module_version": "~0.11.*", "_view_module_version": "~0.11.*"}
        state = {name: getattr(self, name) for name in self.trait_names(sync=True)}
        self._comm = _opened({**own, **versions, **state, "_esm": self._esm, "_anywidget_id": "xaia.Plot", "layout": "IPY_MODEL_" + layout.comm_id})
        self._comm.on_msg(self._receive)
        self.observe(self._tell, self.trait_names(sync=True))

    def on_msg(self, callback):
        self._heard.append(callback)

    def send(self, content):
        self._comm.send({"method": "custom", "content": content})

    def _tell(self, change):
        if self._of_page.get(change["name"]) != change["new"]:
            self._comm.send({"method": "update", "state": {change["name"]: change["new"]}, "buffer_paths": []})

    def _receive(self, message):
        data = message["content"]["data"]
        if data["method"] == "custom":
            for callback in self._heard:
                callback(self, data["content"], [])
        elif data["method"] == "update":
            self._of_page = data["state"]
            for name, value in self._of_page.items():
                if self.has_trait(name):
                    setattr(self, name, value)
            self._of_page = {}

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "application/vnd.jupyter.widget-view+json": {"version_major": 2, "version_minor": 0, "model_id": self._comm.comm_id}}
