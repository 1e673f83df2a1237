# %% [markdown]
# # Whose answer is it?
#
# Thirty irises, ten of each species, by the length and width of their petals in cm. Each neuron of the network is one of
# these flowers, so an answer names the flowers that it came from.
#
# **What it needs.** Jupyter, and xaia's wheel for your system, from the release that this folder came from
# (`xaia-….whl`). Put the wheel beside the course folder. The first cell installs it from there into the folder `packages`
# beside this notebook: no network is used, and nothing else on the computer changes.

# %%
import glob, importlib.util, subprocess, sys

sys.path.insert(0, "packages")
if importlib.util.find_spec("xaia") is None:
    folders = [folder for folder in (".", "..", "../..") if glob.glob(folder + "/xaia-*.whl")]
    if not folders:
        raise SystemExit("No xaia-….whl is here. Take it from the release, and put it beside the course folder.")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--find-links", folders[0], "--target", "packages", "xaia"], check=True)
    importlib.invalidate_caches()

from xaia import XaiaClassifier

# %%
import csv

with open("../data/iris-30.csv", newline="") as file:
    rows = list(csv.DictReader(file))
X = [[float(row["petal_length"]), float(row["petal_width"])] for row in rows]
y = [row["species"] for row in rows]
print(len(X), "flowers; the first:", X[0], y[0])

# %% [markdown]
# ## Fit, and ask why
#
# `explain` names the samples behind an answer, with their weights (`alpha` belongs to the formula of the paper; `weight`
# is the share).

# %%
model = XaiaClassifier().fit(X, y)
answer = model.explain([[4.9, 1.6]])[0]
print(answer["value"], answer["recognition"])
for neuron in answer["neurons"][:4]:
    print("flower", neuron["samples"], y[neuron["samples"][0]], round(neuron.get("weight") or 1, 2))

# %% [markdown]
# **Exercise 1.** Find a flower about which the network is *weak*. How far is it from the nearest sample?
#
# ## Is it right on flowers that it hasn't seen?
#
# It is right on its own thirty by construction. So leave one out, fit the others, and ask about the one; thirty times.

# %%
errors = []
for i in range(len(X)):
    others = XaiaClassifier().fit(X[:i] + X[i + 1 :], y[:i] + y[i + 1 :])
    said = others.predict([X[i]])[0]
    if said != y[i]:
        errors.append((i, y[i], said))
print(len(X) - len(errors), "of", len(X), "right")
for i, true, said in errors:
    print("flower", i, "is", true + ", and it says", said)

# %% [markdown]
# **Exercise 2.** Do the same with `../data/iris.csv`: all 150 flowers, with four columns. Which flowers are still wrong?
#
# ## The picture
#
# Click a flower. If the output stays empty, trust the notebook (menu File) and run the cell again.

# %%
from xaia import Plot

Plot(X, y, external=[[4.9, 1.6]], selected={"external": 0}, background="island")

# %% [markdown]
# **Exercise 3.** Suppose that Ben measured samples 1, 4, 7 and so on, and wants them taken out. Fit without them. For which
# of the remaining flowers has the answer changed? For which questions between them?

# %% [markdown]
# **Solutions.** 1: `model.explain([[3, 0.7]])[0]["recognition"]`. 3: for none of the remaining twenty, since each is still a
# neuron; a question that changes is `[5, 2]`.
