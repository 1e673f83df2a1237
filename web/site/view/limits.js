/** Of the tables that the page reads. */
export const limits = {bytes: 60e6, rows: 100000, columns: 100, categories: 40};

/** Fewer samples are fitted anew whenever one is edited. */
export const fewestLearned = 1000;
