"""scikit-learn's HistGradientBoosting with its defaults: a fit and its answers, from and to JSON."""
import json
import sys

from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

asked = json.load(sys.stdin)
model = (HistGradientBoostingClassifier if asked["classes"] else HistGradientBoostingRegressor)(random_state=asked["seed"])
json.dump(model.fit(asked["X"], asked["y"]).predict(asked["queries"]).tolist(), sys.stdout)
