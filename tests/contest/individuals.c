/* Anneals the first round of an individual movement, which goes round. individuals.py says what it looks for.

   individuals SEED STEPS PLAYERS ROUNDS BAROMETER prints what must not be, what must be shared, and how unevenly players
   oppose each other and rest; then who is at each place, and the set of each table. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32, AGAIN = 60, SHARES = 30, RESTS = 5 };

static int players, rounds, barometer, tables, rings, playing;
static int again, sharing;
static int place[MOST]; /* table by table N, E, S, W; then those who rest. Who stays has the last numbers. */
static int deals[MOST / 4];
static unsigned char partners[MOST][MOST], opponents[MOST][MOST]; /* by the first of a ring, and the number of the other */
static double usual;
static unsigned long long state;

static double lot(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* The couples that a couple becomes in the course of the rounds are counted at one of them. */
static unsigned char *meeting(unsigned char counted[MOST][MOST], int one, int other) {
    int ring = one / rounds, second = other / rounds, swap;
    if (one >= rings * rounds || (other < rings * rounds && ring > second)) {
        swap = one, one = other, other = swap;
        ring = one / rounds;
    }
    if (other >= rings * rounds)
        return one >= rings * rounds ? &counted[one < other ? one : other][one < other ? other : one]
                                     : &counted[ring * rounds][other];
    second = other / rounds;
    int shift = ((other - one) % rounds + rounds) % rounds;
    if (ring == second && 2 * shift > rounds)
        shift = rounds - shift;
    return &counted[ring * rounds][second * rounds + shift];
}

static double cost(void) {
    int seen[MOST] = {0}, used[MOST] = {0}, rests = 0, table, seat, other, one;
    double uneven = 0;
    again = sharing = 0;
    memset(partners, 0, sizeof partners), memset(opponents, 0, sizeof opponents);
    for (table = 0; table < tables; table++) {
        int *at = place + 4 * table;
        sharing += !barometer && used[deals[table]]++ > 0;
        for (seat = 0; seat < 4; seat++) {
            one = at[seat];
            if (one < rings * rounds)
                again += seen[one / rounds * rounds + (one - deals[table] + rounds) % rounds]++;
            for (other = seat + 1; other < 4; other++)
                ++*meeting(other == seat + 2 ? partners : opponents, one, at[other]);
        }
    }
    int resting[MOST] = {0};
    for (seat = playing; seat < players; seat++)
        if (place[seat] >= rings * rounds)
            again++;
        else
            rests += resting[place[seat] / rounds]++;
    for (one = 0; one < players; one += one < rings * rounds ? rounds : 1)
        for (other = one + 1; other < players; other++) {
            int whole = one >= rings * rounds && other >= rings * rounds;
            int half = !whole && other < one + rounds && 2 * (other - one) == rounds && one < rings * rounds;
            if (one < rings * rounds && other < one + rounds && 2 * (other - one) > rounds)
                continue;
            int times = whole ? rounds : half ? 2 : 1, couples = whole ? 1 : half ? rounds / 2 : rounds;
            int often = partners[one][other] * times;
            double off = opponents[one][other] * times - usual;
            again += often > 1 ? often - 1 : 0;
            uneven += couples * off * off;
        }
    return (again * AGAIN + sharing * SHARES + rests * RESTS) * rounds + uneven;
}

int main(int count, char **words) {
    if (count != 6)
        return 2;
    state = strtoull(words[1], 0, 10) * 0x9E3779B97F4A7C15ULL + 1;
    long steps = atol(words[2]), step;
    players = atoi(words[3]), rounds = atoi(words[4]), barometer = atoi(words[5]);
    tables = players / 4, playing = 4 * tables, rings = players / rounds;
    usual = 2.0 * playing * rounds / (players * (players - 1.0));
    int best_place[MOST], best_deals[MOST / 4], one, other, swap;
    for (one = 0; one < players; one++)
        place[one] = one;
    for (one = players - 1; one > 0; one--)
        other = (int)(lot() * (one + 1)), swap = place[one], place[one] = place[other], place[other] = swap;
    for (one = 0; one < tables; one++)
        deals[one] = barometer ? 0 : one % rounds;
    double now = cost(), best = now, hot = 12.0 * rounds, cold = 0.4 * rounds;
    memcpy(best_place, place, sizeof place), memcpy(best_deals, deals, sizeof deals);
    for (step = 0; step < steps && best > 1e-6; step++) {
        double heat = hot * pow(cold / hot, (double)step / steps);
        int turn = !barometer && lot() < 0.25, before = 0;
        one = (int)(lot() * (turn ? tables : players));
        if (turn)
            before = deals[one], deals[one] = (int)(lot() * rounds);
        else
            other = (int)(lot() * players), swap = place[one], place[one] = place[other], place[other] = swap;
        double then = cost();
        if (then <= now || lot() < exp((now - then) / heat)) {
            now = then;
            if (now < best - 1e-9) {
                best = now;
                memcpy(best_place, place, sizeof place), memcpy(best_deals, deals, sizeof deals);
            }
        } else if (turn)
            deals[one] = before;
        else
            swap = place[one], place[one] = place[other], place[other] = swap;
    }
    memcpy(place, best_place, sizeof place), memcpy(deals, best_deals, sizeof deals);
    best = cost() - (double)sharing * SHARES * rounds;
    printf("%d %d %.4f", again, sharing, best);
    for (one = 0; one < players; one++)
        printf(" %d", best_place[one]);
    for (one = 0; one < tables; one++)
        printf(" %d", best_deals[one]);
    puts("");
    return 0;
}
