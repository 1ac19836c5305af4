"""Structured logs, a JSON object a line. What is logged are codes, tables and times; never cards, words or names."""

import logging
import sys

import structlog


def configure() -> None:
    """Log to stderr from now on: everything for whoever collects it, only what goes wrong where a person reads it."""
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
