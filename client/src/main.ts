import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings, settings } from "./lib/settings.svelte";
import { keepPage } from "./lib/update.svelte";
import { preferredLanguage, speak } from "./lib/texts.svelte";
import "./look.css";
import "./table.css";

keepSettings();
keepPage();
await speak(preferredLanguage(settings.language));
mount(App, { target: document.getElementById("app")! });
