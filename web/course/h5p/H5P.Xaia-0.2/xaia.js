/** A content type of H5P: a plot, a lesson, or both. lessons-inline.mjs lies beside this file as .js, which H5P takes in uploads. */
H5P.Xaia = function ({lesson, plot}) {
  H5P.EventDispatcher.call(this);
  this.attach = async ($place) => {
    const {mountLesson} = await import(`${H5P.getLibraryPath("H5P.Xaia-0.2")}/lessons-inline.js`);
    const place = $place.get(0);
    if (plot) place.append(Object.assign(document.createElement("xaia-plot"), plot));
    if (lesson) mountLesson(place, lesson);
    new ResizeObserver(() => this.trigger("resize")).observe(place); // H5P makes its frame as high as that
  };
};
