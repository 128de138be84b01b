#include "players/skirmish/goals.h"

#define STEPS(table) table, US_COUNT(table)

/* The demonstrators' plans: what a library is learned from. Each wave is a goal of its own that
 * has the making of its army as parts. */

static const sp_step balanced[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 9, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, 0, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 16},
    {1, SP_CLEAR, 0, SP_STORM, "building", .second = 8},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 4000, .rank = 1},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 4000, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "shooter", .number = 3},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 8},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 10, .second = 22},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2, .rank = 1, .patience = 5000},
    {2, SP_MAKE, SP_WITH, SP_HOME, "shooter", .number = 5, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 12, .grow = 3, .most = 26},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 8},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 8, .grow = 3, .most = 24, .patience = 8000},
};

static const sp_step economy[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 5, .second = 14, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 4},
    {1, SP_MAKE, 0, SP_MINES, "hall", .number = 2, .patience = 4000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 10, .second = 26},
    {1, SP_MAKE, SP_WITH, SP_HOME, "blacksmith", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 3},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "hall", .second = 12},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 3000, .rank = 1},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 18, .grow = 5, .most = 36},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 10},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-2", .patience = 3000, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2, .patience = 3000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 18, .grow = 5, .most = 36},
};

static const sp_step knights[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 4, .second = 12, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, SP_WITH, SP_HOME, "mid-hall", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "stable", .number = 1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 8, .second = 20},
    {1, SP_CLEAR, 0, SP_STORM, "hall", .second = 5},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "cavalry", .number = 6},
    {1, SP_CLEAR, SP_AGAIN | SP_EARLY, SP_STORM, "building", .second = 5},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 8, .grow = 3, .most = 24},
};

static const sp_step rush[] = {
    {1, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 1, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "worker", .number = 7},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 9, .rank = 1},
    {1, SP_CLEAR, 0, SP_STORM, "worker", .second = 3},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 4},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 4},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 7},
    {1, SP_CLEAR, SP_AGAIN | SP_EARLY, SP_STORM, "building", .second = 6},
    {2, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 15, .grow = 1, .most = 12,
     .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2},
    {2, SP_MAKE, SP_WITH, SP_HOME, "blacksmith", .number = 1, .rank = 2, .patience = 4000},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .rank = 2, .patience = 4000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 10, .grow = 4, .most = 30, .patience = 5000},
};

static const sp_step siege[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 4, .second = 11, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 4},
    {1, SP_MAKE, SP_WITH, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 8, .second = 18},
    {1, SP_CLEAR, 0, SP_SIEGE, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 8},
    {1, SP_CLEAR, SP_AGAIN | SP_EARLY, SP_SIEGE, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 3, .grow = 1, .most = 6},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 12, .grow = 3, .most = 26},
};

static const sp_step towers[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 10, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, 0, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_FRONT, "guard-tower", .number = 2},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 16},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_FRONT, "cannon-tower", .number = 1, .rank = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "mid-hall", .number = 1, .patience = 6000},
    {1, SP_MAKE, 0, SP_HOME, "infantry", .number = 6, .rank = 1},
    {1, SP_MAKE, 0, SP_HOME, "stable", .number = 1, .patience = 6000},
    {1, SP_CLEAR, SP_AGAIN, SP_SIEGE, "building", .second = 8},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2, .grow = 1, .most = 5, .patience = 6000},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 8, .grow = 4, .most = 28},
    {1, SP_CLEAR, SP_EARLY, SP_SIEGE, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1, .patience = 4000},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 10, .grow = 4, .most = 28},
};

const sp_plan sp_expert_plan[] = {
    {"balanced", "a bit of everything: foot, archers, engines, then riders", "choke",
     STEPS(balanced), .wood = 40, .watch = 90, .nerve = 130, .courage = 120, .guard = 15, .militia = 80},
    {"economy", "a second base and many workers, then one mass of foot", "scattered",
     STEPS(economy), .wood = 40, .watch = 80, .nerve = 140, .courage = 120, .guard = 10, .militia = 90},
    {"knights", "up the tree to knights, then hit hard and ride on", "open", STEPS(knights),
     .wood = 42, .watch = 80, .nerve = 130, .courage = 120, .guard = 10, .militia = 90},
    {"rush", "foot soldiers at the enemy's workers before he has his own", "open", STEPS(rush),
     .wood = 35, .nerve = 100, .courage = 130, .guard = 0, .militia = 60},
    {"siege", "engines under guard open walls and bases from afar", "ridge", STEPS(siege),
     .wood = 42, .watch = 80, .nerve = 120, .courage = 120, .guard = 15, .militia = 90},
    {"towers", "holds the narrow place with towers until the knights are ready", "choke",
     STEPS(towers), .wood = 42, .watch = 80, .nerve = 140, .courage = 115, .guard = 20, .militia = 100},
    {0},
};
