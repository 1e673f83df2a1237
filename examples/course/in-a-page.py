# %% [markdown]
# # A network in a page
#
# This is Python, and nothing is installed: your browser runs it. Each cell below ran when the page opened; change one and run
# it again.
#
# Twelve flats, with what they cost a month.

# %%
from xaia import Plot, XaiaRegressor

names = ["Ahornweg", "Birkenallee", "Dorfstrasse", "Eichenring", "Fichtenweg", "Gartenstrasse", "Hofgasse", "Inselweg", "Jahnplatz", "Kirchgasse", "Lindenhof", "Marktplatz"]
flats = {
    "area": [62, 48, 95, 71, 55, 120, 38, 84, 66, None, 58, 102],
    "rooms": [2, 1, 4, 3, 2, 5, 1, 3, 2, 3, 2, 4],
    "district": ["north", "centre", "south", "north", "centre", "south", "centre", "north", "south", "centre", "north", "centre"],
}
rent = [680, 640, 890, 720, 710, 1100, 560, 850, 650, 880, 610, 1250]

# %% [markdown]
# ## Fit
#
# Every neuron is one flat. A missing value becomes its column's mean.

# %%
model = XaiaRegressor(missing="mean").fit(flats, rent, names=names)
print(model.n_samples_, "flats; the largest error on them is", model.report_["maxFittingError"])

# %% [markdown]
# ## Why this rent?

# %%
why = model.explain_row({"area": 78, "rooms": 3, "district": "centre"})
why

# %% [markdown]
# ## The picture. Click a point

# %%
plot = Plot(model, selected={"sample": 3}, height=300)
plot

# %% [markdown]
# ## What it doesn't know

# %%
castle = [{"area": 900, "rooms": 40, "district": "forest"}]
print(round(model.predict(castle)[0]), model.recognition(castle)[0])

# %% [markdown]
# ## Tell it, and it knows, and forgets nothing

# %%
model.partial_fit(castle, [9000], names=["the castle"])
print(model.predict(castle), model.recognition(castle))
print(all(abs(answer - told) < 1e-9 for answer, told in zip(model.predict(flats), rent)))
