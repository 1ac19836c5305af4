import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings, settings } from "./lib/settings.svelte";
import { preferredLanguage, speak } from "./lib/texts.svelte";
import "./look.css";
import "./table.css";

keepSettings();
await speak(preferredLanguage(settings.language));
mount(App, { target: document.getElementById("app")! });
