"""Addresses. Links are shared and live for years: none of these moves."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from calculator import views
from calculator.feedback.views import feedback

calculator_pages = [
    path("", views.page, name="page"),
    path("result/", views.result, name="result"),
    path("chart/", views.chart, name="chart"),
    path("drawing/", views.drawing, name="drawing"),
    path("sweep.csv", views.sweep_csv, name="sweep_csv"),
    path("embed/", views.embed, name="embed"),
    path("embed/result/", views.embed_result, name="embed_result"),
    path("feedback/", feedback, name="feedback"),
    path("qr.svg", views.qr_code, name="qr"),
]

urlpatterns = [
    path("", views.root, name="root"),
    path("oembed", views.oembed, name="oembed"),
    *i18n_patterns(
        path("", views.home, name="home"),
        path("ai/", views.catalogue, name="catalogue"),
        path("search/", views.search, name="search"),
        path("ai/<slug:slug>/", include(calculator_pages)),
        path("ai/<slug:slug>.json", views.twin, name="twin"),
    ),
]

if settings.ADMIN:
    from django.contrib import admin

    urlpatterns.append(path("admin/", admin.site.urls))

handler400 = "calculator.errors.bad_request"
handler404 = "calculator.errors.not_found"
handler500 = "calculator.errors.server_error"
