"""Draws the charts of a JSON file with matplotlib, each to PNG and SVG in memory; prints milliseconds as JSON."""
import io
import json
import sys
import time


def main():
    start = time.perf_counter()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    loaded = 1000 * (time.perf_counter() - start)
    with open(sys.argv[1]) as file:
        charts = json.load(file)
    rounds = int(sys.argv[2])
    found = {chart["kind"]: [] for chart in charts}
    for _ in range(rounds):
        for chart in charts:
            begin = time.perf_counter()
            figure, axes = pyplot.subplots(figsize=(11.82, 8.87), dpi=200)
            draw(axes, chart)
            axes.set_xlabel("x")
            axes.set_ylabel("y")
            for form in ("png", "svg"):
                figure.savefig(io.BytesIO(), format=form, dpi=200)
            pyplot.close(figure)
            found[chart["kind"]].append(1000 * (time.perf_counter() - begin))
    print(json.dumps({"loaded": loaded, "charts": found}))


def draw(axes, chart):
    kind, data = chart["kind"], chart["data"]
    if kind == "bar":
        axes.bar(list(data), list(data.values()))
    elif kind == "line":
        for name in ("train_loss", "val_loss"):
            axes.plot(data["epoch"], data[name], label=name)
        axes.legend()
    elif kind == "point":
        axes.scatter([row["x"] for row in data], [row["y"] for row in data])
    elif kind == "histogram":
        axes.hist(data, bins="fd")
    elif kind == "box":
        axes.boxplot(list(data.values()), labels=list(data))
    elif kind == "heatmap":
        axes.figure.colorbar(axes.imshow(data))
        for row, cells in enumerate(data):
            for column, value in enumerate(cells):
                axes.text(column, row, f"{value:.2f}", ha="center", va="center")


main()
