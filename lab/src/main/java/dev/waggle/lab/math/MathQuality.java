package dev.waggle.lab.math;

import java.util.List;

/**
 * The tables of docs/math-quality.md: what stopping is worth and how far the posterior can be believed, over seeded
 * debates of known truth.
 *
 * <p>Arguments: debates per regime (1,000 unless given) and the number of agents (5 unless given).
 */
public final class MathQuality {

    private static final List<Double> DEPENDENCES = List.of(0.0, 0.1, 0.2, 0.3, 0.5);

    private MathQuality() {}

    public static void main(String[] args) {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int agents = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        System.out.printf("%d debates of each regime, %d agents%n", trials, agents);
        calibration(trials, agents);
        recounted(trials, agents);
        stops(trials, agents);
    }

    private static void recounted(int trials, int agents) {
        System.out.printf("%nevery vote again in every round%n%n| regime | leader right | leader's probability"
                + " | over 95 %% sure | Brier | calibration error |%n|---|---|---|---|---|---|%n");
        for (DebateRegime regime : DebateRegime.values()) {
            CalibrationStudy one = new CalibrationStudy();
            one.addRecounted(regime, agents, trials);
            System.out.println(one.row(regime.title()));
        }
        System.out.flush();
    }

    private static void calibration(int trials, int agents) {
        for (double dependence : DEPENDENCES) {
            System.out.printf("%ndependence %s%n%n", dependence);
            System.out.println(
                    "| regime | leader right | leader's probability | over 95 % sure | Brier | calibration error |");
            System.out.println("|---|---|---|---|---|---|");
            CalibrationStudy all = new CalibrationStudy();
            for (DebateRegime regime : DebateRegime.values()) {
                CalibrationStudy one = new CalibrationStudy();
                one.add(regime, agents, dependence, trials);
                all.add(regime, agents, dependence, trials);
                System.out.println(one.row(regime.title()));
            }
            System.out.println(all.row("**all**"));
            System.out.flush();
        }
    }

    private static void stops(int trials, int agents) {
        StopStudy all = new StopStudy();
        for (DebateRegime regime : DebateRegime.values()) {
            StopStudy one = new StopStudy();
            one.add(regime, agents, trials);
            all.add(regime, agents, trials);
            table(regime.title() + ", as the rule tries them", one.rowsOfRule());
        }
        table("all regimes, as the rule tries them", all.rowsOfRule());
        table("all regimes, each reason alone", all.rowsAlone());
    }

    private static void table(String title, List<String> rows) {
        System.out.printf("%n%s%n%n", title);
        System.out.println("| reason | stops | in round | leader stays | right at the stop | right at the end |");
        System.out.println("|---|---|---|---|---|---|");
        rows.forEach(System.out::println);
        System.out.flush();
    }
}
