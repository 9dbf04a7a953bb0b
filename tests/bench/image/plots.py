"""Draws charts and diagrams into a folder, with a truth.json of what stands where in pixels from the top left."""
import json
import random
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Ellipse, FancyBboxPatch, Polygon, Rectangle

WORDS = "alpha batch cells dose energy flux gain heat index joint kappa level mass noise output".split()
STYLES = ["default", "ggplot", "dark_background", "seaborn-v0_8-whitegrid", "bmh"]


def extent(figure, artist, renderer):
    box = artist.get_window_extent(renderer)
    height = figure.bbox.height
    return box.x0, height - box.y1, box.width, box.height


def unseen(figure):
    """Labels of ticks beyond the axes' ends, which are kept but not drawn."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            slack = 1e-6 * (high - low)
            for tick in axis.get_major_ticks():
                if not low - slack <= tick.get_loc() <= high + slack:
                    yield tick.label1


def texts(figure, renderer):
    found = []
    hidden = set(unseen(figure))
    for text in figure.findobj(lambda artist: isinstance(artist, matplotlib.text.Text) and artist not in hidden):
        words = text.get_text().strip()
        if not words or not text.get_visible() or "$" in words:
            continue
        x, y, width, height = extent(figure, text, renderer)
        inside = x > -1 and y > -1 and x + width < figure.bbox.width + 1 and y + height < figure.bbox.height + 1
        if inside and width > 0:
            found.append({"text": words.replace("\u2212", "-"), "x": x + width / 2, "y": y + height / 2})
    return found


def chart(rng, figure):
    axes = figure.add_subplot()
    names = rng.sample(WORDS, 5)
    kind = rng.choice(["bars", "lines", "flat", "dots"])
    bars = []
    if kind == "bars":
        bars = list(axes.bar(names, [rng.uniform(2, 9) for _ in names], color=rng.choice(["C0", "C1", "#4c72b0"])))
    elif kind == "flat":
        bars = list(axes.barh(names, [rng.uniform(2, 9) for _ in names], edgecolor="black"))
    elif kind == "dots":
        axes.scatter([rng.random() for _ in range(20)], [rng.random() for _ in range(20)], label=names[0])
        axes.legend()
    else:
        for name in names[:3]:
            axes.plot(range(8), [rng.uniform(0, 5) for _ in range(8)], label=name, marker=rng.choice(["", "o", "s"]))
        axes.legend()
    axes.set_title(f"{names[0].capitalize()} by {names[1]}")
    axes.set_xlabel(f"{names[2]} (mm)")
    axes.set_ylabel(names[3])
    return bars, []


def diagram(rng, figure):
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 12)
    axes.set_ylim(0, 8)
    axes.axis("off")
    places, forms = [], []
    rounded = rng.random() < 0.5
    for row in range(3):
        for column in range(3):
            if rng.random() < 0.15:
                continue
            x, y, width, height = 0.7 + 4 * column, 5.8 - 2.5 * row, 2.4, 1.2
            form = rng.choice(["rect", "rect", "ellipse", "polygon"])
            paint = {"facecolor": rng.choice(["#cfe2f3", "#d9ead3", "#fff2cc", "white"]), "edgecolor": "#333333"}
            if form == "rect" and rounded:
                patch = FancyBboxPatch((x + 0.2, y + 0.2), width - 0.4, height - 0.4, boxstyle="round,pad=0.2", **paint)
            elif form == "rect":
                patch = Rectangle((x, y), width, height, **paint)
            elif form == "ellipse":
                patch = Ellipse((x + width / 2, y + height / 2), width, height, **paint)
            else:
                middle = [(x + width / 2, y + height), (x + width, y + height / 2), (x + width / 2, y), (x, y + height / 2)]
                patch = Polygon(middle, closed=True, **paint)
            axes.add_patch(patch)
            axes.text(x + width / 2, y + height / 2, rng.choice(WORDS).capitalize(), ha="center", va="center", fontsize=rng.choice([10, 11, 12]))
            places.append((row, column, x, y, width, height))
            forms.append((form, patch))
    edges = []
    for a, (row, column, x, y, width, height) in enumerate(places):
        for b, (other, side, left, top, _, high) in enumerate(places):
            if (other, side) == (row, column + 1):
                start, end = (x + width, y + height / 2), (left, top + high / 2)
            elif (other, side) == (row + 1, column):
                start, end = (x + width / 2, y), (left + 1.2, top + high)
            else:
                continue
            if rng.random() < 0.3:
                continue
            axes.annotate("", xy=end, xytext=start, arrowprops={"arrowstyle": rng.choice(["->", "-|>"]), "shrinkA": 0, "shrinkB": 0, "lw": rng.choice([1, 1.5])})
            edges.append((a, b, start, end))
    return forms, [(a, b, axes.transData.transform(s), axes.transData.transform(e)) for a, b, s, e in edges]


def main(folder, count):
    truths = []
    for seed in range(count):
        rng = random.Random(seed * 7 + 1)
        diagrams = seed % 2 == 1
        with plt.style.context("default" if diagrams else rng.choice(STYLES)):
            figure = plt.figure(figsize=(8, 5.5), dpi=rng.choice([100, 150]))
            shapes, edges = (diagram if diagrams else chart)(rng, figure)
            figure.canvas.draw()
            renderer = figure.canvas.get_renderer()
            name = f"matplotlib-{seed}"
            figure.savefig(f"{folder}/{name}.png")
            height = figure.bbox.height
            found = []
            for shape in shapes:
                form, patch = shape if diagrams else ("rect", shape)
                x, y, wide, high = extent(figure, patch, renderer)
                found.append({"form": form, "x": x, "y": y, "width": wide, "height": high})
            truths.append(
                {
                    "name": name,
                    "svg": "",
                    "width": round(figure.bbox.width),
                    "height": round(height),
                    "texts": texts(figure, renderer),
                    "shapes": found,
                    "connectors": [
                        {"from": a, "to": b, "start": {"x": s[0], "y": height - s[1]}, "end": {"x": e[0], "y": height - e[1]}, "directed": True}
                        for a, b, s, e in edges
                    ],
                }
            )
            plt.close(figure)
    with open(f"{folder}/truth.json", "w") as file:
        json.dump(truths, file)


main(sys.argv[1], int(sys.argv[2]))
