# %% [markdown]
# # Classes: which wines does an answer come from?
#
# 178 wines from three growers, and 13 measurements of each. A network of xaia is placed, not trained: every neuron is one
# wine. So each answer has a reason that a person can check: the wines it came from.
#
# Before you begin: `pip install` xaia's wheel, scikit-learn, pandas and ipykernel (docs/python.md says how).

# %%
import pandas
from sklearn.datasets import load_wine
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from xaia import Plot, XaiaClassifier

wines = load_wine(as_frame=True)
X = wines.data.set_index("wine " + (wines.data.index + 1).astype(str))
y = ("grower " + (wines.target + 1).astype(str)).set_axis(X.index)
X_known, X_new, y_known, y_new = train_test_split(X, y, test_size=40, stratify=y, random_state=1)
X_known.iloc[:3]

# %% [markdown]
# ## Fit
#
# An estimator like any other of scikit-learn. `names` gives each row what it is called.

# %%
model = XaiaClassifier().fit(X_known, y_known, names=X_known.index)
print(f"{model.n_samples_} wines, right on {model.score(X_new, y_new):.1%} of 40 new ones")

# %% [markdown]
# It answers every wine that it knows exactly. That says nothing about new ones; the next table does.
#
# ## Compare
#
# Five folds, the same for all. The nearest neighbours need scaled columns; xaia scales by itself.

# %%
models = {
    "xaia": XaiaClassifier(),
    "5 nearest neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier()),
    "random forest": RandomForestClassifier(random_state=1),
    "boosting": GradientBoostingClassifier(random_state=1),
}
folds = StratifiedKFold(5, shuffle=True, random_state=1)
scores = pandas.DataFrame({name: cross_val_score(each, X, y, cv=folds) for name, each in models.items()})
table = scores.agg(["mean", "min", "max"]).T.round(3)
table

# %% [markdown]
# Four methods within three wines in a hundred. **Exercise:** change `random_state` of the folds. Does the order stay?
#
# ## Why?
#
# What makes xaia different is the next cell: the wines from which the answer came, with their shares.

# %%
why = model.explain_row(X_new.iloc[0])
why

# %% [markdown]
# And which columns make this wine unlike those? The share of the distance, and the answer if the column had a typical value:

# %%
columns = pandas.DataFrame(model.attributions(X_new.iloc[[0]])[0]["columns"]).set_index("column")
columns["otherwise"] = [effect["value"] for effect in columns["effect"]]
columns.sort_values("share", ascending=False)[["value", "typical", "share", "otherwise"]].iloc[:5]

# %% [markdown]
# ## The picture
#
# Click a point: the answer names its wines. The crosses are new ones.

# %%
plot = Plot(model, external=X_new.iloc[:5], selected={"external": 0})
plot

# %% [markdown]
# ## What it doesn't know
#
# A recognition says how near a row is to the wines that the network knows. Are the weakly recognised ones more often wrong? And
# what about something that is no wine at all?

# %%
answers = pandas.DataFrame({"recognition": model.recognition(X_new), "right": model.predict(X_new) == y_new})
print(answers.groupby("recognition")["right"].agg(["size", "mean"]))
no_wine = X_new.iloc[[0]] * 3
print("three times of everything:", model.predict(no_wine)[0], "but recognised only", model.recognition(no_wine)[0] + "ly")

# %% [markdown]
# ## It learns a wine without forgetting one
#
# `partial_fit` absorbs rows one by one. What it knew, it still answers exactly.

# %%
model.partial_fit(X_new, y_new, names=X_new.index)
print(model.n_samples_, "wines; right on all it was told:", model.score(X, y) == 1.0)
model.explain_row(X_new.iloc[0])

# %% [markdown]
# ## Take it along
#
# The file opens on the page, in JavaScript and on the server, with the same answers to the bit.

# %%
model.save("wines.xaia")
print(XaiaClassifier.load("wines.xaia").predict(X_new.iloc[:3]))
