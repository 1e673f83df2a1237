/** xaia with calls that return answers: they start the engine by themselves. */
export * from "../xaia.js";
