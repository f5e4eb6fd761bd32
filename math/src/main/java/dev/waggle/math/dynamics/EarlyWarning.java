package dev.waggle.math.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.math.Domain;
import org.hipparchus.stat.correlation.KendallsCorrelation;

/**
 * Whether one series slows down, as systems do before they tip: variance and lag-1 autocorrelation in a window that
 * moves along the series, and whether they rise.
 *
 * <p>In each window the straight line of least squares is taken away first, so that a steady drift is no fluctuation.
 * With e the rest, variance = mean of e(t)^2 and autocorrelation = sum of e(t) * e(t+1) over sum of e(t)^2. A trend is
 * the rank correlation of Kendall (tau b) with time, -1..1. Rising trends warn of a transition and do not prove one.
 * Windows overlap, so the p-value of Kendall's test does not hold; {@link #significance} compares with series that have
 * no transition instead.
 *
 * <p>Sources: Scheffer et al. 2009, Early-warning signals for critical transitions; Dakos et al. 2012, Methods for
 * detecting early warnings of critical transitions in time series.
 *
 * @param windows in order of time; none when the series is shorter than the window
 * @param varianceTrend tau of the variance; empty with fewer than {@link #LEAST_WINDOWS} windows or no change in it
 * @param autocorrelationTrend tau of the autocorrelation, where it is defined; empty likewise
 */
public record EarlyWarning(List<Window> windows, OptionalDouble varianceTrend, OptionalDouble autocorrelationTrend) {

    /** Below this nothing is left beside the line and its rounding. */
    public static final int LEAST_WINDOW = 5;

    /** With fewer windows a perfect trend comes by chance more than once in 24 times. */
    public static final int LEAST_WINDOWS = 4;

    /** Surrogates that a significance is made from at most. */
    public static final int MOST_SURROGATES = 100_000;

    public EarlyWarning {
        windows = List.copyOf(windows);
    }

    /**
     * One place of the window.
     *
     * @param end how many values of the series lie before its end
     * @param variance at least 0, in the unit of the series squared
     * @param autocorrelation at lag 1, -1..1; empty where the variance is 0
     */
    public record Window(int end, double variance, OptionalDouble autocorrelation) {}

    /**
     * How often a series without a transition has a trend at least as high.
     *
     * @param variance of the trend of the variance, above 0 and at most 1; empty when that has no trend
     * @param autocorrelation of the trend of the autocorrelation; empty when that has no trend
     */
    public record Significance(OptionalDouble variance, OptionalDouble autocorrelation) {}

    /**
     * The signs of a series. Costs O(series * window).
     *
     * @param series finite, evenly spaced; may be empty
     * @param window how many values, at least {@value #LEAST_WINDOW}; half of the series is usual
     */
    public static EarlyWarning of(double[] series, int window) {
        Domain.finite("series", series);
        Domain.atLeast("window", window, LEAST_WINDOW);
        List<Window> windows = new ArrayList<>();
        for (int end = window; end <= series.length; end++) {
            windows.add(at(series, end - window, end));
        }
        return of(windows);
    }

    /**
     * With one more value: only the last window is new. Costs O(window + windows * log windows).
     *
     * @param recent the last values of the series, the new one at the end; as many as the window
     */
    public EarlyWarning next(double[] recent) {
        Domain.atLeast("recent.length", Domain.finite("recent", recent).length, LEAST_WINDOW);
        Window last = at(recent, 0, recent.length);
        int end = windows.isEmpty() ? recent.length : windows.getLast().end() + 1;
        List<Window> longer = new ArrayList<>(windows);
        longer.add(new Window(end, last.variance(), last.autocorrelation()));
        return of(longer);
    }

    /**
     * Compares the trends with those of surrogates: normal series of the same length, variance and lag-1
     * autocorrelation as the whole series without its line. p = (1 + surrogates with at least this trend) / (1 +
     * surrogates). Costs O(surrogates * series * window).
     *
     * @param series as for {@link #of(double[], int)}
     * @param window as there
     * @param surrogates 1..{@value #MOST_SURROGATES}; 1,000 is usual
     * @param chance for the surrogates
     */
    public static Significance significance(double[] series, int window, int surrogates, RandomGenerator chance) {
        Domain.between("surrogates", surrogates, 1, MOST_SURROGATES);
        EarlyWarning found = of(series, window);
        Window whole = series.length < LEAST_WINDOW ? new Window(0, 0, OptionalDouble.empty())
                : at(series, 0, series.length);
        int varianceAsHigh = 1;
        int autocorrelationAsHigh = 1;
        for (int i = 0; i < surrogates; i++) {
            EarlyWarning other = of(surrogate(series.length, whole, chance), window);
            varianceAsHigh += asHigh(other.varianceTrend, found.varianceTrend);
            autocorrelationAsHigh += asHigh(other.autocorrelationTrend, found.autocorrelationTrend);
        }
        double all = surrogates + 1.0;
        return new Significance(
                found.varianceTrend.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(varianceAsHigh / all),
                found.autocorrelationTrend.isEmpty() ? OptionalDouble.empty()
                        : OptionalDouble.of(autocorrelationAsHigh / all));
    }

    private static EarlyWarning of(List<Window> windows) {
        return new EarlyWarning(windows, trend(windows, window -> OptionalDouble.of(window.variance())),
                trend(windows, Window::autocorrelation));
    }

    private static Window at(double[] series, int from, int to) {
        double[] rest = Trend.residuals(series, from, to);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < rest.length; i++) {
            squares += rest[i] * rest[i];
            products += i == 0 ? 0 : rest[i - 1] * rest[i];
        }
        Domain.finite("variance up to series[" + (to - 1) + "]", squares);
        return new Window(to, squares / rest.length,
                squares > 0 ? OptionalDouble.of(products / squares) : OptionalDouble.empty());
    }

    private static OptionalDouble trend(List<Window> windows, Function<Window, OptionalDouble> sign) {
        double[] times = windows.stream().filter(window -> sign.apply(window).isPresent()).mapToDouble(Window::end)
                .toArray();
        double[] signs = windows.stream().map(sign).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
        if (times.length < LEAST_WINDOWS) {
            return OptionalDouble.empty();
        }
        double tau = new KendallsCorrelation().correlation(times, signs);
        return Double.isNaN(tau) ? OptionalDouble.empty() : OptionalDouble.of(tau);
    }

    /** A stationary autoregressive series of order 1. */
    private static double[] surrogate(int length, Window whole, RandomGenerator chance) {
        double memory = whole.autocorrelation().orElse(0);
        double deviation = Math.sqrt(whole.variance());
        double fresh = deviation * Math.sqrt(1 - memory * memory);
        double[] series = new double[length];
        for (int i = 0; i < length; i++) {
            series[i] = i == 0 ? deviation * chance.nextGaussian()
                    : memory * series[i - 1] + fresh * chance.nextGaussian();
        }
        return series;
    }

    private static int asHigh(OptionalDouble other, OptionalDouble found) {
        return other.isPresent() && found.isPresent() && other.getAsDouble() >= found.getAsDouble() ? 1 : 0;
    }
}
