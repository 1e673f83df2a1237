/** A limit of time for this machine, as internal/pace has it for the tests in Go: ./build.sh test and verify measure the unit. */
export const pace = (limit) => Math.round(limit * Math.max(1, Number(process.env.XAIA_UNIT) || 1));
