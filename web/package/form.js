/** A call has one of two forms: that of xaia, which returns a promise, or that of xaia/sync. */
import {waits} from "xaia:host";
import {knownOptions, longCall, onlyControl, splitControl, splitWorkers, wanted} from "./control.js";
import {XaiaError} from "./errors.js";

/**
 * A call in the form of this build.
 *
 * @param {(...given: any[]) => any} call
 * @returns {(...given: any[]) => any}
 */
export const formed = (call) => (waits ? async (...given) => call(...given) : call);

/** Adds such a call to a class, as if it were written there. @param {any} prototype @param {string} name @param {(self: any, given: any[]) => any} call */
export function addCall(prototype, name, call) {
  const value = waits ? async function (...given) {
    return call(this, given);
  } : function (...given) {
    return call(this, given);
  };
  Object.defineProperty(value, "name", {value: name});
  Object.defineProperty(prototype, name, {value, writable: true, configurable: true});
}

/**
 * Runs the steps of a call: each is a function of the engine, its arguments and the control. `ask` computes one.
 *
 * @type {(steps: Generator<any, any, any>, ask: (name: string, args: unknown[], control?: any) => any) => any}
 */
export const run = waits ? async (steps, ask) => {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(.../** @type {[any, any, any]} */ (step.value)));
  return step.value;
} : (steps, ask) => {
  let step = steps.next();
  while (!step.done) step = steps.next(ask(.../** @type {[any, any, any]} */ (step.value)));
  return step.value;
};

/** Has an engine compute one. @type {(engine: any, name: string, args: unknown[], control?: any) => any} */
export const compute = waits ? longCall : (engine, name, args) => engine.now(name, args);

/**
 * What a call gets of its options: those of the engine, the control, and how many engines share the call.
 *
 * @param {any} options
 * @param {{own?: any, long?: boolean, shared?: boolean}} call own: the engine has options; long: others get a turn also without a
 *   control; shared: helpers can share it
 * @returns {[any, any, number | undefined]}
 */
export function read(options, {own, long, shared}) {
  const [given, workers] = shared ? splitWorkers(options) : [options];
  if (!waits) {
    refuseControl(given);
    if (!own) knownOptions(given, []);
    return [own && given, undefined, workers];
  }
  const [rest, control] = own ? splitControl(given) : [undefined, onlyControl(given)];
  return [rest, long ? control : wanted(control), workers];
}

/** Nothing interrupts a call of xaia/sync. @param {any} options */
function refuseControl(options) {
  for (const name of ["signal", "onProgress"]) {
    if (options?.[name] !== undefined) throw new XaiaError("unknown-option", `A call of xaia/sync has no ${name}.`, "Call the function of xaia instead, which returns a promise.", {path: name});
  }
}
