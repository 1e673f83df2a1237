# Writes tables of R packages as CSV files: Rscript fresh.R FOLDER. Debian has the packages as r-cran-*.
out <- commandArgs(TRUE)[1]
put <- function(name, package, set = name) {
  place <- new.env()
  data(list = set, package = package, envir = place)
  write.csv(as.data.frame(place[[set]]), file.path(out, paste0(name, ".csv")), row.names = FALSE, na = "")
}
put("salaries", "carData", "Salaries")
put("titanic", "carData", "TitanicSurvival")
put("wages", "AER", "CPS1985")
put("houses", "AER", "HousePrices")
put("schools", "AER", "CASchools")
put("mpg", "ggplot2")
put("ozone", "mlbench", "Ozone")
put("ionosphere", "mlbench", "Ionosphere")
put("satellite", "mlbench", "Satellite")
put("sonar", "mlbench", "Sonar")
put("glass", "MASS", "fgl")
put("credit", "modeldata", "credit_data")
