"""The edge: HTTP and WebSocket, and the built client as package data (`static/`)."""
