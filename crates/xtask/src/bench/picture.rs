//! Stages of compiles as stacked bars.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use super::whole::{STAGES, Times, total};

/// Colours of the stages, from the bottom; they differ in lightness too.
const COLOURS: [RGBColor; STAGES.len()] = [
    RGBColor(189, 195, 199),
    RGBColor(231, 76, 60),
    RGBColor(41, 128, 185),
    RGBColor(142, 68, 173),
    RGBColor(243, 156, 18),
];
const SIZE: (u32, u32) = (960, 420);
/// Width of a bar; bars of one unit stand side by side.
const BAR: f64 = 0.17;
/// The most that an axis shows, where the reference takes 1.
const TOP: f64 = 1.1;
/// Width of the bars; the legend stands beside them.
const WIDTH: i32 = 810;
/// Height of a line of the legend.
const LINE: i32 = 24;

/// Draws a bar for each unit and way: user time for one of the reference's whole compile.
pub fn draw(all: &[Times], path: &Path) -> Result<()> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    let failed = |error: &dyn std::fmt::Display| anyhow!("{error}");
    area.fill(&WHITE).map_err(|error| failed(&error))?;
    let (left, legend) = area.split_horizontally(WIDTH);
    let mut chart = ChartBuilder::on(&left)
        .margin(12)
        .caption(
            "nvcc -c, user time: reference, asunder, + host slice, + device slice, + optimized host slice",
            ("sans-serif", 17),
        )
        .x_label_area_size(30)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..all.len() as f64, 0.0..TOP)
        .map_err(|error| failed(&error))?;
    let unit = |at: &f64| all.get(*at as usize).map_or_else(String::new, |times| times.unit.to_owned());
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .y_labels(6)
        .y_label_formatter(&|ratio| format!("{ratio:.1}"))
        .label_style(("sans-serif", 13))
        .light_line_style(TRANSPARENT)
        .draw()
        .map_err(|error| failed(&error))?;
    for (stage, (name, colour)) in STAGES.iter().zip(COLOURS).enumerate() {
        let mut bars = Vec::new();
        for (place, times) in all.iter().enumerate() {
            let reference = total(&times.ways[0].1);
            for (way, (_, stages)) in times.ways.iter().enumerate() {
                let left = place as f64 + (1.0 - BAR * times.ways.len() as f64) / 2.0 + BAR * way as f64;
                let below = total(&stages[..stage]) / reference;
                let corners = [(left, below), (left + 0.85 * BAR, below + stages[stage] / reference)];
                bars.push(Rectangle::new(corners, colour.filled()));
            }
        }
        chart.draw_series(bars).map_err(|error| failed(&error))?;
        // Stages stand in the legend as they do in the bars: the first one at the bottom.
        let y = LINE * (3 + STAGES.len() as i32 - stage as i32);
        legend
            .draw(&Rectangle::new([(4, y - 6), (16, y + 6)], colour.filled()))
            .and_then(|()| legend.draw_text(name, &("sans-serif", 13).into_text_style(&legend), (24, y - 7)))
            .map_err(|error| failed(&error))?;
    }
    for (place, times) in all.iter().enumerate() {
        let reference = total(&times.ways[0].1);
        for (way, (_, stages)) in times.ways.iter().enumerate() {
            let ratio = total(stages) / reference;
            let middle =
                place as f64 + (1.0 - BAR * times.ways.len() as f64) / 2.0 + BAR * (way as f64 + 0.42);
            let (x, y) = chart.backend_coord(&(middle, ratio));
            let style = ("sans-serif", 11).into_text_style(&area);
            let text = format!("{ratio:.2}");
            let width = area.estimate_text_size(&text, &style).map_or(0, |size| size.0);
            area.draw_text(&text, &style, (x - width as i32 / 2, y - 13)).map_err(|error| failed(&error))?;
        }
    }
    for place in 0..all.len() {
        let style = ("sans-serif", 13).into_text_style(&area);
        let middle = chart.backend_coord(&(place as f64 + 0.5, 0.0));
        let name = unit(&(place as f64));
        let width = area.estimate_text_size(&name, &style).map_or(0, |size| size.0);
        area.draw_text(&name, &style, (middle.0 - width as i32 / 2, middle.1 + 8))
            .map_err(|error| failed(&error))?;
    }
    area.present().map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_names_are_drawn() {
        let way = |seconds| ("way", [seconds; STAGES.len()]);
        let all = [Times { unit: "small", ways: vec![way(1.0), way(0.5)] }];
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("stages.svg");
        draw(&all, &path).expect("drawn");
        let text = std::fs::read_to_string(&path).expect("written");
        for word in ["<svg", "small", "cicc", "gcc"] {
            assert!(text.contains(word), "{word}");
        }
        // A bar and a mark of the legend for each stage.
        let bars = COLOURS.map(|RGBColor(red, green, blue)| {
            text.matches(&format!("#{red:02X}{green:02X}{blue:02X}")).count()
        });
        assert_eq!(bars, [3; STAGES.len()]);
    }
}
