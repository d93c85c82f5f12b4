"""Settings: complete defaults for one machine, overridden by environment variables.

docs/deploying.md lists the variables.
"""

import os
import secrets
from pathlib import Path

import dj_database_url

from calculator.release import digest

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

SITE_NAME = "Sangi"
# The package in which the registry looks for calculators, and the one that the home page shows.
CATALOG = "calculator.catalog"
FLAGSHIP = "data-parallel-scaling"

DEBUG = os.environ.get("DEBUG") == "1"
# The admin, for reading feedback; best on a server of its own that only its readers reach.
ADMIN = os.environ.get("ADMIN") == "1"
# How many proxies stand in front and can be believed what they say of a request.
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
RELEASE = digest(BASE_DIR)


def _secret_key() -> str:
    """The key from the environment, or one that is made on first use and kept privately."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    VAR_DIR.mkdir(mode=0o700, exist_ok=True)
    path = VAR_DIR / "secret-key"
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = _secret_key()

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "calculator",
    "calculator.feedback",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "calculator.framing.OpenerPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "calculator.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "calculator.urls"
WSGI_APPLICATION = "calculator.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "calculator" / "catalog"],
        "APP_DIRS": False,
        "OPTIONS": {},
    },
]

_database = dj_database_url.config(default=f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
# A visitor waits two seconds for a database that is locked or away, and is then told.
_WAIT = {
    "django.db.backends.sqlite3": {"timeout": 2, "transaction_mode": "IMMEDIATE"},
    "django.db.backends.postgresql": {"connect_timeout": 2, "options": "-c lock_timeout=2s"},
}
_options = {**_WAIT.get(_database["ENGINE"], {}), **_database.get("OPTIONS", {})}
DATABASES = {"default": {**_database, "OPTIONS": _options}}

# The code of a language is also the first segment of its addresses.
LANGUAGES = [
    ("en", "English"),
    ("zh-hant", "繁體中文"),
    ("ja", "日本語"),
]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        ),
    },
}

# A form of any calculator is a few kilobytes; more is refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# Only the feedback form sets a cookie, and only until the browser is closed.
CSRF_COOKIE_AGE = None
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "calculator.feedback.views.unchecked"

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # see framing.py
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "frame-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}

if ADMIN:
    INSTALLED_APPS += [
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
    ]
    MIDDLEWARE += [
        "calculator.feedback.cookies.SecureCookies",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    TEMPLATES[0] |= {
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
    AUTH_PASSWORD_VALIDATORS = [
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ]
    SESSION_COOKIE_PATH = "/admin/"
    SESSION_COOKIE_AGE = 12 * 3600
    MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
