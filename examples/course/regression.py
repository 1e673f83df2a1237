# %% [markdown]
# # Numbers: a line through the nearest patients
#
# 442 people with diabetes: age, sex, body mass index, blood pressure, six values of the serum, and how much the disease had
# progressed a year later. Between the samples a network of xaia answers with their weighted mean, or with a *local line*
# through them. Then each answer is a sum that a person can follow.

# %%
import pandas
from sklearn.datasets import load_diabetes
from sklearn.ensemble import GradientBoostingRegressor, RandomForestRegressor
from sklearn.model_selection import KFold, cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from xaia import Plot, XaiaRegressor

patients = load_diabetes(as_frame=True, scaled=False)
names = {"bp": "blood pressure", "s1": "cholesterol", "s2": "LDL", "s3": "HDL", "s4": "cholesterol / HDL", "s5": "log triglycerides", "s6": "sugar"}
X = patients.data.rename(columns=names).set_index("patient " + (patients.data.index + 1).astype(str))
y = patients.target.set_axis(X.index)
X_known, X_new, y_known, y_new = train_test_split(X, y, test_size=100, random_state=1)
X_known.iloc[:3]

# %% [markdown]
# ## Compare
#
# r² in five folds. `relevance="auto"` is what xaia does by itself: it learns how much each column matters, and whether
# lines or means answer held-out samples better.

# %%
models = {
    "xaia": XaiaRegressor(),
    "xaia, means": XaiaRegressor(interpolation={"top": 8}),
    "5 nearest neighbours": make_pipeline(StandardScaler(), KNeighborsRegressor()),
    "random forest": RandomForestRegressor(random_state=1),
    "boosting": GradientBoostingRegressor(random_state=1),
}
folds = KFold(5, shuffle=True, random_state=1)
scores = pandas.DataFrame({name: cross_val_score(each, X, y, cv=folds) for name, each in models.items()})
table = scores.agg(["mean", "min", "max"]).T.round(3)
table

# %% [markdown]
# The disease's progress is hard to tell from ten numbers: all are far from 1. **Exercise:** what does a linear regression
# reach? What does that say of these data?
#
# ## An answer as a sum
#
# The mean of the nearest patients, and what each column adds because this one differs from them there.

# %%
model = XaiaRegressor(interpolation={"local": {}}).fit(X_known, y_known, names=X_known.index)
why = model.explain_row(X_new.iloc[3])
why

# %%
print(f"{' + '.join(f'{added:.1f}' for _, added in why.steps)} = {sum(added for _, added in why.steps):.1f}")
print("and predict says", round(model.predict(X_new.iloc[[3]])[0], 1))

# %% [markdown]
# ## The picture

# %%
plot = Plot(model, external=X_new.iloc[:5], selected={"external": 3})
plot

# %% [markdown]
# ## How sure?
#
# `calibrate` looks at held-out patients; then an answer has an interval. In four of five cases the truth should be inside.

# %%
model.calibrate(seed=1)
low, high = model.predict_interval(X_new, coverage=0.8).T
inside = ((low <= y_new) & (y_new <= high)).mean()
print(f"{inside:.0%} of the new patients are inside; the intervals are {(high - low).mean():.0f} wide on average")

# %% [markdown]
# ## What it doesn't know
#
# A body mass index of 80 is unlike anybody here. The network answers, and says that it doesn't recognise the row.

# %%
unlike = X_new.iloc[[3]].assign(bmi=80.0, age=19.0)
print(round(model.predict(unlike)[0]), model.recognition(unlike)[0], model.familiarity(unlike)[0].round(3))
print(pandas.Series(model.recognition(X_new)).value_counts().to_dict())

# %% [markdown]
# ## It learns without forgetting
#
# The new patients are absorbed one by one, and each is answered exactly from then on.

# %%
model.partial_fit(X_new, y_new, names=X_new.index)
print(model.n_samples_, "patients; the largest error on what it was told:", abs(model.predict(X) - y).max())
model.save("patients.xaia")
