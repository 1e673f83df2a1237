/** xaia whose synchronous functions start the engine by themselves. */
export * from "../xaia.js";
