// SPDX-License-Identifier: MIT
// Names beside the points of a chart, where they lie over no point, no line, no other name and no axis; a name without such
// a place is left out. The program draws its pictures with this file too: its engine, Duktape, knows the JavaScript of 2009.

// Where a name may stand around a point, the best first: direction of its anchor, its alignment there.
var name_places = [
  [-1, 0, "right", "middle"], [-1, 0, "right", "bottom"], [-1, -1, "right", "bottom"], [0, -1, "center", "bottom"],
  [1, 0, "left", "middle"], [-1, 0, "right", "top"], [1, 0, "left", "bottom"], [1, 0, "left", "top"], [1, -1, "left", "bottom"],
  [1, 1, "left", "top"], [0, 1, "center", "top"], [-1, 1, "right", "top"],
];
var before_anchor = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 };

function boxes_meet(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function box_around(x, y, half) {
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

// Series whose points ask for names, each with a label of its own.
function series_with_names(option) {
  return option.series.filter(function (series) {
    return series.type === "scatter" && series.symbolSize > 0 &&
      series.data.every(function (item) { return item.label && item.label.formatter; });
  });
}

// Between the ends of the axis, 0 to 1.
function share_of(axis, value) {
  if (axis.type === "log") return Math.log(value / axis.min) / Math.log(axis.max / axis.min);
  return (value - axis.min) / (axis.max - axis.min);
}

// On the only pair of axes.
function drawn_at(value, option, room) {
  return {
    x: room.left + share_of(option.xAxis[0], value[0]) * (room.right - room.left),
    y: room.bottom - share_of(option.yAxis[0], value[1]) * (room.bottom - room.top),
  };
}

function drawn_points(option, room) {
  var points = [];
  series_with_names(option).forEach(function (series) {
    var half = series.symbolSize / 2 + (/^empty/.test(series.symbol) ? 1 : 0); // with half its outline
    series.data.forEach(function (item) {
      var at = drawn_at(item.value, option, room);
      points.push({ item: item, x: at.x, y: at.y, half: half, size: series.symbolSize, box: box_around(at.x, at.y, half) });
    });
  });
  return points;
}

// A slope in pieces around which a box takes little room beside it.
function add_line_boxes(from, to, boxes) {
  var along = to.x - from.x, down = to.y - from.y, apart = 2;
  var pieces = Math.max(1, Math.ceil(Math.min(Math.abs(along), Math.abs(down)) / 6));
  for (var i = 0; i < pieces; i += 1) {
    var x = from.x + along * i / pieces, y = from.y + down * i / pieces;
    var next_x = from.x + along * (i + 1) / pieces, next_y = from.y + down * (i + 1) / pieces;
    boxes.push({
      left: Math.min(x, next_x) - apart, right: Math.max(x, next_x) + apart,
      top: Math.min(y, next_y) - apart, bottom: Math.max(y, next_y) + apart,
    });
  }
}

function drawn_lines(option, room) {
  var boxes = [];
  option.series.forEach(function (series) {
    if (series.type !== "line") return;
    series.data.forEach(function (item, i) {
      if (i > 0) add_line_boxes(drawn_at(series.data[i - 1], option, room), drawn_at(item, option, room), boxes);
    });
  });
  return boxes;
}

function name_box(point, place, width, height) {
  var gap = place[1] === 0 ? 5 : 2, apart = 3;
  var x = point.x + place[0] * (place[0] !== 0 && place[1] !== 0 ? 0 : point.half + gap), y = point.y + place[1] * (point.half + gap);
  var left = x - before_anchor[place[2]] * width, top = y - before_anchor[place[3]] * height;
  return {
    anchor: [x - point.x + point.half, y - point.y + point.half],
    left: left - apart, right: left + width + apart, top: top, bottom: top + height,
  };
}

function distance(a, b) {
  var x = Math.max(a.left - b.right, b.left - a.right, 0), y = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  return Math.sqrt(x * x + y * y);
}

// A name is read as that of the mark beside it: no other may be about as near.
function is_told_apart(box, own, markers) {
  var clear = distance(box, own) + 2;
  return !markers.some(function (other) { return other !== own && distance(box, other) < clear; });
}

// The best point may lie on the upper edge: names reach further over it, but not beside the name of the axis.
function is_free(box, taken, room) {
  var above = box.left > room.left + 90 ? 16 : 8;
  return box.left > room.left + 2 && box.right < room.right + room.beside && box.top > room.top - above && box.bottom < room.bottom - 1 &&
    !taken.some(function (other) { return boxes_meet(box, other); });
}

// For each point a place, or none; in this order. A name in a colour of its own is told apart by that.
function try_names(points, markers, lines, room, width_of) {
  var taken = markers.concat(lines);
  return points.map(function (point) {
    var label = point.item.label, size = label.fontSize || 12, width = width_of(label.formatter, size), found = null;
    [false, true].some(function (beside_others) {
      if (beside_others && !label.color) return false;
      return name_places.some(function (place) {
        var box = name_box(point, place, width, size + 2);
        if (!is_free(box, taken, room) || (!beside_others && !is_told_apart(box, point.box, markers))) return false;
        taken.push(box);
        found = { position: box.anchor, align: place[2], verticalAlign: place[3] };
        return true;
      });
    });
    return { point: point, label: found };
  });
}

// Whoever found no place comes first in the next round, after the largest, the machine's own, which is named wherever it can be.
function find_names(points, markers, lines, room, width_of) {
  var best = [], fewest = Infinity;
  var sizes = points.map(function (point) { return point.size; });
  var largest = Math.max.apply(null, sizes), smallest = Math.min.apply(null, sizes);
  var own = points.filter(function (point) { return point.size === largest && largest > smallest; });
  for (var round = 0; round < 8 && fewest > 0; round += 1) {
    var tried = try_names(points, markers, lines, room, width_of);
    var point_of = function (each) { return each.point; };
    var failed = tried.filter(function (each) { return each.label === null; });
    if (failed.length < fewest) {
      fewest = failed.length;
      best = tried;
    }
    var others = failed.concat(tried.filter(function (each) { return each.label !== null; })).map(point_of)
      .filter(function (point) { return own.indexOf(point) < 0; });
    points = own.concat(others);
  }
  return best;
}

// Points whose label is shown ask for a name. The largest, the machine's own, comes first, then the highest.
function place_point_names(option, width, height, width_of) {
  if (series_with_names(option).length === 0) return;
  var grid = option.grid[0];
  var room = { left: grid.left, right: width - grid.right, top: grid.top, bottom: height - grid.bottom, beside: grid.right - 2 };
  var points = drawn_points(option, room);
  var asking = points.filter(function (point) { return point.item.label.show; })
    .sort(function (a, b) { return b.size - a.size || a.y - b.y; });
  var markers = points.map(function (point) { return point.box; });
  find_names(asking, markers, drawn_lines(option, room), room, width_of).forEach(function (each) {
    var label = each.point.item.label;
    label.show = each.label !== null;
    for (var key in each.label) label[key] = each.label[key];
  });
}
