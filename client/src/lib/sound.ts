/** Sounds made on the spot by the browser: no files. Off until the reader wants them; never one for a seña. */

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (!settings.sound) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(frequency: number, at: number, length: number, volume: number, kind: OscillatorType = "triangle"): void {
  const on = audio();
  if (!on) return;
  const start = on.currentTime + at;
  const source = new OscillatorNode(on, { frequency, type: kind });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(gain).connect(on.destination);
  source.start(start);
  source.stop(start + length);
}

function noise(at: number, length: number, volume: number, pass: number): void {
  const on = audio();
  if (!on) return;
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = new AudioBufferSourceNode(on, { buffer });
  const filter = new BiquadFilterNode(on, { type: "lowpass", frequency: pass });
  const gain = new GainNode(on, { gain: volume });
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(on.currentTime + at);
}

export const sounds = {
  card: () => noise(0, 0.07, 0.25, 2200),
  /** One click a stone, five at most. */
  stones: (count: number) => {
    for (let i = 0; i < Math.min(count, 5); i++) noise(i * 0.09, 0.03, 0.5, 5000);
  },
  turn: () => {
    tone(587, 0, 0.12, 0.18);
    tone(784, 0.13, 0.16, 0.18);
    if (settings.vibration) navigator.vibrate?.(30);
  },
  hurry: () => {
    tone(392, 0, 0.12, 0.18);
    tone(523, 0.13, 0.16, 0.18);
  },
  ordago: () => tone(82, 0, 0.7, 0.6, "sine"),
  lost: () => {
    tone(523, 0, 0.15, 0.12);
    tone(392, 0.16, 0.2, 0.12);
  },
  back: () => {
    tone(392, 0, 0.15, 0.12);
    tone(523, 0.16, 0.2, 0.12);
  },
};
